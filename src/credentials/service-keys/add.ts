import { recordEvent } from '../../accounts/events/record.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/crypto/id.ts'
import { insertServiceKey, type NewServiceKey, type Quota, usualQuota } from './queries.ts'
import { serviceKeyTokens } from './token.ts'

type AddedKey = {
  id: string
  /** Nothing can show it again. */
  key: string
  expiresAt: Date
}

/** Makes a key for a service. It ends after a year at most. */
export const addServiceKey = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  wanted: Omit<NewServiceKey, 'id' | 'digest' | 'quota'> & { quota?: Quota },
): Promise<AddedKey> => {
  const id = newId(now())
  const { token, key } = serviceKeyTokens.issue({ id })
  const { name, scopes } = wanted
  const { expiresAt } = await db.transaction(async (runner) => {
    const detail = { id, name, scopes }
    await recordEvent(runner, { type: 'service_key.added', actor: { kind: 'operator' }, detail })
    return insertServiceKey(runner, { quota: usualQuota, ...wanted, ...key })
  })
  return { id, key: token, expiresAt }
}
