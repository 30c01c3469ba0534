import type { Runner } from '../../platform/db/db.ts'
import type { Event } from './events.ts'
import { insertEvents } from './queries/insert.ts'

/**
 * The one writer of events. To be called in the transaction of what they report. The recipient is fixed now;
 * the worker sends the notice later.
 */
export const recordEvent = (runner: Runner, ...events: Event[]): Promise<unknown> =>
  events.length > 0 ? insertEvents(runner, events) : Promise.resolve()
