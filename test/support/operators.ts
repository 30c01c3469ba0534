import type { KeyScope } from '../../src/credentials/service-keys/scopes.ts'
import { type Answer, send } from './http.ts'
import type { TestService } from './service.ts'
import { newServiceKey } from './service-keys.ts'

/** A program of the operators, with a key of these scopes. */
export const newOperator = async (service: TestService, ...scopes: KeyScope[]) => {
  const { id, key } = await newServiceKey(service, { name: 'operators', scopes })
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    at: { address: string } = { address: service.adminAddress },
  ): Promise<Answer> => send(at, method, `/admin${path}`, { token: key, body })
  return { id, key, ask }
}
