import { badRequest } from '../../platform/errors.ts'

const maxLimit = 100
const usualLimit = 50

/** Where a page begins, as it came. */
export type PageAsked = { cursor?: unknown; limit?: unknown }

type Range = { before: string | undefined; limit: number }

/** A page of rows, and the cursor of the next one; null on the last. @throws 400 for what is no page */
export const readPage = async <Row extends { id: string }>(
  asked: PageAsked,
  list: (range: Range) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> =>
  takePage(readLimit(asked.limit), readCursor(asked.cursor), list)

/** The newest rows, and where the rest begins. */
export const newestOf = <Row extends { id: string }>(
  limit: number,
  list: (range: Range) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> => takePage(limit, undefined, list)

// one more than is shown tells whether there is another page
const takePage = async <Row extends { id: string }>(
  limit: number,
  before: string | undefined,
  list: (range: Range) => Promise<Row[]>,
) => {
  const found = await list({ before, limit: limit + 1 })
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

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
