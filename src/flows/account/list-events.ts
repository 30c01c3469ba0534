import type { AccountEvent, EventPage } from '../../../contract/wire.ts'
import { type EventRow, listEvents } from '../../accounts/events/queries.ts'
import type { Deps } from '../../deps.ts'
import { type PageAsked, readPage } from './page.ts'

/** A page of events, newest first. @throws 400 for an invalid cursor or limit */
export const listOwnEvents = async (deps: Deps, userId: string, asked: PageAsked): Promise<EventPage> => {
  const { rows, next } = await readPage(asked, (range) => listEvents(deps.db, userId, range))
  return { events: rows.map(accountEvent), next }
}

/** An event as its owner sees it. */
export const accountEvent = ({ at, address, actorKind, actorId, ...row }: EventRow): AccountEvent => ({
  ...row,
  at: at.toISOString(),
  ip: address,
  actor: { kind: actorKind, id: actorId },
})
