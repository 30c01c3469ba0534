import type { FeedPlace } from '#accounts/events/queries/read-feed.ts'
import { badRequest } from '#platform/errors.ts'

/** Where to begin: after a place, at the present, or with the oldest that is kept. */
export type After = FeedPlace | 'now' | undefined

export const cursorOf = ({ seq, atMs }: FeedPlace): string => `${seq}.${atMs}`

/** @throws 400 for anything else */
export const readCursor = (text: unknown): After => {
  if (text === undefined || text === 'now') return text
  // within PostgreSQL's bigint
  const [, seq, atMs] = /^([0-9]{1,18})\.([0-9]{1,15})$/.exec(String(text)) ?? []
  if (seq === undefined || atMs === undefined)
    throw badRequest('after must be the `next` of another answer, or `now`.')
  return { seq, atMs }
}
