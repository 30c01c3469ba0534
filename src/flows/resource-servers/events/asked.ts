import { badRequest } from '#platform/errors.ts'
import { readCursor } from './cursor.ts'
import type { FeedAsked } from './next-events.ts'

const maxLimit = 500
const usualLimit = 100
const maxWaitSeconds = 25

type Query = Readonly<Record<string, unknown>>

/** @param lastEventId where a stream goes on. @throws 400 for what cannot be understood */
export const readAsked = ({ after, types, limit }: Query, lastEventId?: string | string[]): FeedAsked => ({
  after: readCursor(lastEventId || after),
  types: readTypes(types),
  limit: readNumber('limit', limit, { least: 1, most: maxLimit, usual: usualLimit }),
})

/** @throws 400 */
export const readWait = ({ wait }: Query): number =>
  1_000 * readNumber('wait', wait, { least: 0, most: maxWaitSeconds, usual: 0 })

// a type that this version does not know may be one of the next
const readTypes = (text: unknown) => {
  if (text === undefined) return
  if (typeof text !== 'string' || !/^[a-z_.]+(,[a-z_.]+)*$/.test(text))
    throw badRequest('types must be a list such as session.ended,account.deleted.')
  return new Set(text.split(','))
}

type Range = { least: number; most: number; usual: number }

const readNumber = (name: string, text: unknown, { least, most, usual }: Range) => {
  if (text === undefined) return usual
  const number = typeof text === 'string' && /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= most))
    throw badRequest(`${name} must be a whole number, ${least} to ${most}.`)
  return number
}
