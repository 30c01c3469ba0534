import type { Runner } from '../../platform/db/db.ts'
import type { Event } from './events.ts'
import { insertEvents } from './queries.ts'

/**
 * Writes down what happened: the one writer of events. Call it in the transaction of what it tells. Whom it is told to is
 * settled now, by the address that the account has at this moment; the worker sends it later.
 */
export const recordEvent = (runner: Runner, ...events: Event[]): Promise<unknown> =>
  events.length > 0 ? insertEvents(runner, events) : Promise.resolve()
