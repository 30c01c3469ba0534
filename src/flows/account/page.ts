import { badRequest } from '../../platform/errors.ts'

const maxLimit = 100
const usualLimit = 50

/** The kind of items, for the reference. */
export const pageQuery = {
  limit: 'How many, 1 to 100; 50 by default.',
  cursor: 'The `next` of the previous page.',
}

/** Query parameters as received. */
export type PageAsked = { cursor?: unknown; limit?: unknown }

type Range = { before?: string | undefined; limit: number }
type Page<Row> = { rows: Row[]; next: string | null }

/** @returns the page, and the cursor of the next one. @throws 400 for an invalid cursor or limit */
export const readPage = async <Row extends { id: string }>(
  { cursor, limit }: PageAsked,
  list: (range: Range) => Promise<Row[]>,
): Promise<Page<Row>> => takePage({ limit: readLimit(limit), before: readCursor(cursor) }, list)

export const takePage = async <Row extends { id: string }>(
  { before, limit }: Range,
  list: (range: Range) => Promise<Row[]>,
): Promise<Page<Row>> => {
  // one extra row reveals whether there is another page
  const found = await list({ before, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/** @throws 400 for anything but 1 to 100 */
export const readLimit = (asked: unknown): number => {
  if (asked === undefined) return usualLimit
  const limit = typeof asked === 'string' && /^[1-9][0-9]{0,2}$/.test(asked) ? Number(asked) : Number.NaN
  if (!(limit <= maxLimit)) throw badRequest(`limit must be a whole number, 1 to ${maxLimit}.`)
  return limit
}

const readCursor = (asked: unknown) => {
  if (asked === undefined) return
  // within PostgreSQL's bigint
  if (typeof asked !== 'string' || !/^[1-9][0-9]{0,17}$/.test(asked))
    throw badRequest('cursor must be the `next` of another page.')
  return asked
}
