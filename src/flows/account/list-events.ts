import type { AccountEvent, EventPage } from '#contract/wire.ts'
import { type EventRange, type EventRow, listEvents } from '../../accounts/events/queries/events.ts'
import type { Deps } from '../../deps.ts'
import { type PageAsked, readPage } from './page.ts'

/** A page of events, newest first. @throws 400 for an invalid cursor or limit */
export const listEventsOf = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  asked: PageAsked,
  viewer: Pick<EventRange, 'isForOperators'> = {},
): Promise<EventPage> => {
  const { rows, next } = await readPage(asked, (range) => listEvents(db, userId, { ...range, ...viewer }))
  return { events: rows.map(accountEvent), next }
}

/** An event on the wire. */
export const accountEvent = ({ at, address, actorKind, actorId, ...row }: EventRow): AccountEvent => ({
  ...row,
  at: at.toISOString(),
  ip: address,
  actor: { kind: actorKind, id: actorId },
})
