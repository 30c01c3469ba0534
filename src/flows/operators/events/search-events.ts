import { type EventType, eventTypes } from '#accounts/events/events.ts'
import { type EventPlace, type SearchedEvent, searchEvents } from '#accounts/events/queries/search.ts'
import type { AdminEvent, AdminEventPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { nobody } from '#platform/crypto/id.ts'
import { badRequest } from '#platform/errors.ts'
import { accountEvent } from '../../account/list-events.ts'
import { type PageAsked, readLimit } from '../../account/page.ts'
import { readMoment } from '../read-moment.ts'
import { isFrom, neighbourhoodsOf, readNetwork } from './network.ts'

/** Enough for most pages, and read within some milliseconds. */
const looks = 1_000

type EventsAsked = { type?: unknown; network?: unknown; after?: unknown; before?: unknown }

/**
 * What happened to all people, by its type, its time and the network of the client, newest first. A page may have fewer than asked for
 * while there is a next one, if what was asked for is rare in a network.
 * @throws 400 for what cannot be read
 */
export const searchAllEvents = async (
  { db }: Pick<Deps, 'db'>,
  { type: askedType, network: askedNetwork, after, before, cursor, limit: asked }: EventsAsked & PageAsked,
): Promise<AdminEventPage> => {
  const limit = readLimit(asked)
  const type = readType(askedType)
  const network = askedNetwork === undefined ? undefined : readNetwork(askedNetwork)
  const wanted = network ? looks : limit + 1
  const rows = await searchEvents(db, {
    type,
    neighbourhoods: network && neighbourhoodsOf(network),
    from: readMoment('after', after),
    to: readMoment('before', before),
    after: readPlace(cursor),
    limit: wanted,
  })
  const isFound = (row: SearchedEvent) =>
    (type === undefined || row.type === type) && (!network || isFrom(network, row.address))
  const found = rows.filter(isFound)
  const page = found.slice(0, limit)
  const isMore = found.length > limit || rows.length === wanted
  const last = found.length > limit ? page.at(-1) : rows.at(-1)
  return { events: page.map(shownEvent), next: isMore && last ? cursorOf(last) : null }
}

const shownEvent = ({ userId, ...row }: SearchedEvent): AdminEvent => ({
  ...accountEvent(row),
  userId: userId === nobody ? null : userId,
})

const readType = (asked: unknown): EventType | undefined => {
  if (asked === undefined) return
  const type = eventTypes.find((name) => name === asked)
  if (!type) throw badRequest('type must be a type of event, such as sign_in.refused.')
  return type
}

const cursorOf = ({ at, id }: SearchedEvent) => `${at.getTime()}.${id}`

const readPlace = (asked: unknown): EventPlace | undefined => {
  if (asked === undefined) return
  const [, ms = '', id = ''] = /^([0-9]{1,14})\.([1-9][0-9]{0,17})$/.exec(String(asked)) ?? []
  if (id === '') throw badRequest('cursor must be the `next` of another page.')
  return { at: new Date(Number(ms)), id }
}
