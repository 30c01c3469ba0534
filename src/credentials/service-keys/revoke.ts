import type { Actor } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import type { Deps } from '../../deps.ts'
import { markRevoked } from './queries.ts'

/** From now on, no process accepts it. @returns its name. Undefined if there is no such key, or it is revoked */
export const revokeServiceKey = (
  { db }: Pick<Deps, 'db'>,
  id: string,
  actor: Actor = { kind: 'operator' },
  reason?: string,
): Promise<string | undefined> =>
  db.transaction(async (runner) => {
    const name = await markRevoked(runner, id)
    if (name === undefined) return
    const detail = { id, name }
    await recordEvent(runner, { type: 'service_key.revoked', actor, reason, detail })
    return name
  })
