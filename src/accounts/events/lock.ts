import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { cameFrom } from './came-from.ts'
import { insertEvents } from './queries/insert.ts'

type Lock = {
  type: 'account.locked' | 'two_factor.locked'
  /** Undefined without an account: the same statement, which then writes nothing. */
  userId: string | undefined
  /** Where attempts are no longer accepted, which is told every time. */
  shut: 'known_place' | 'unknown_places' | undefined
}

/** Records that attempts on an account have to wait, at most once a day. */
export const recordLock = (
  runner: Runner,
  { type, userId, shut }: Lock,
  client: Pick<Client, 'address' | 'userAgent'>,
): Promise<unknown> => {
  const event = {
    type,
    userId,
    outcome: 'refused',
    ...cameFrom(client),
    detail: shut ? { shut } : {},
  } as const
  return insertEvents(runner, userId ? [{ ...event, isDaily: !shut }] : [])
}
