import assert from 'node:assert/strict'
import { addServiceKey } from '../../src/credentials/service-keys/add.ts'
import type { NewServiceKey } from '../../src/credentials/service-keys/queries.ts'
import type { Deps } from '../../src/deps.ts'
import type { Answer } from './http.ts'

export type ServiceKey = { id: string; key: string }

type Wanted = Partial<Pick<NewServiceKey, 'name' | 'scopes' | 'networks' | 'days'>>

/** A key of its own for a test. All scopes but `users:read`, unless it says otherwise. */
export const newServiceKey = (
  { deps }: { deps: Pick<Deps, 'db' | 'now'> },
  { name = 'tests', scopes = ['introspect', 'events:read'], networks = [], days = 30 }: Wanted = {},
): Promise<ServiceKey> => addServiceKey(deps, { name, scopes, networks, days })

/** The refusal of a key that does not work, without a reason. */
export const assertKeyRefused = ({ status, body, headers }: Answer): void => {
  assert.deepEqual([status, body.code, body.error], [401, 'unauthorized', 'invalid_client'])
  assert.equal(headers.get('www-authenticate'), 'Basic realm="sallyport", Bearer')
}
