import type { AccountEvent, EventPage } from '../../contract/wire.ts'
import { type EventRow, listEvents } from '../audit/queries.ts'
import type { Deps } from '../deps.ts'
import { badRequest } from '../errors.ts'

const maxLimit = 100
const usualLimit = 50

/** Where a page begins, as it came. */
export type PageAsked = { cursor?: unknown; limit?: unknown }

/** What happened to an account, newest first, a page at a time. @throws 400 for what is no page */
export const listOwnEvents = async (deps: Deps, userId: string, asked: PageAsked): Promise<EventPage> => {
  const limit = readLimit(asked.limit)
  const rows = await listEvents(deps.db, userId, { before: readCursor(asked.cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    events: shown.map(accountEvent),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** An event as its owner sees it. */
export const accountEvent = ({ at, address, ...row }: EventRow): AccountEvent => ({
  ...row,
  at: at.toISOString(),
  ip: address,
})

const readLimit = (asked: unknown) => {
  if (asked === undefined) return usualLimit
  const limit = typeof asked === 'string' && /^[1-9][0-9]{0,2}$/.test(asked) ? Number(asked) : Number.NaN
  if (!(limit <= maxLimit)) throw badRequest(`limit must be a whole number, 1 to ${maxLimit}.`)
  return limit
}

// PostgreSQL's bigint ends with 9223372036854775807
const readCursor = (asked: unknown) => {
  if (asked === undefined) return
  if (typeof asked !== 'string' || !/^[1-9][0-9]{0,17}$/.test(asked))
    throw badRequest('cursor must be the `next` of another page.')
  return asked
}
