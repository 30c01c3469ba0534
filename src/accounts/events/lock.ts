import type { Client } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { insertEvents } from './queries.ts'

type Lock = {
  type: 'account.locked' | 'two_factor.locked'
  /** Undefined for an address that has no account. The same statement is run for it, and writes nothing. */
  userId: string | undefined
  /** From where no attempts are looked at any more, which is told each time it comes to that. */
  shut: 'known_place' | 'unknown_places' | undefined
}

/** Writes down that attempts on an account have to wait, once a day for each factor however many there are. */
export const recordLock = (
  runner: Runner,
  { type, userId, shut }: Lock,
  { address }: Pick<Client, 'address'>,
): Promise<unknown> => {
  const event = { type, userId, outcome: 'refused', address, detail: shut ? { shut } : {} } as const
  return insertEvents(runner, userId ? [{ ...event, isDaily: !shut }] : [])
}
