import type { Deps } from '../../deps.ts'
import { deviceOf } from '../../messages/mail/device.ts'
import { insertNotice } from '../../messages/outbox/of-user/queries.ts'
import type { Db, Runner } from '../../platform/db/db.ts'
import { faultOf } from '../../platform/db/failures.ts'
import { holdUser } from '../users/queries.ts'
import { noticeOf } from './notices.ts'
import { appendToFeed, hasUnfed, lockFeed, takeUnfed, type Unfed } from './queries.ts'

/** So few that nobody waits for them: not the event loop for the embedded database, nor a deletion for its user. */
const atOnce = 50

/**
 * Takes up to about `batch` events that are committed into the feed, and tells their owners. An event's id is drawn before
 * its commit, so a cursor over ids would skip what commits late; the feed's numbers have no gaps and only grow. One process
 * does this at a time.
 *
 * @returns how many there were
 */
export const feedEvents = async (db: Db, batch: number, { log }: Pick<Deps, 'log'>): Promise<number> => {
  let fed = 0
  while (fed < batch && (await hasUnfed(db))) {
    const count = await feedSome(db, atOnce).catch((error) => {
      if (faultOf(error)) throw error
      return feedOne(db, log)
    })
    if (count === 0) break
    fed += count
  }
  return fed
}

/** One that cannot be told is fed all the same, or it would hold up all that come after it. */
const feedOne = (db: Db, log: Deps['log']): Promise<number> =>
  feedSome(db, 1).catch((error) => {
    if (faultOf(error)) throw error
    log.error({ err: error }, 'the owner of an account could not be told of an event')
    return feedSome(db, 1, { tells: false })
  })

const feedSome = (db: Db, count: number, { tells = true } = {}): Promise<number> =>
  db.transaction(async (runner) => {
    if (!(await lockFeed(runner))) return 0
    const events = await takeUnfed(runner, count)
    if (events.length === 0) return 0
    if (tells) for (const event of events) await tellOwner(runner, event)
    await appendToFeed(runner, events)
    return events.length
  })

const tellOwner = async (runner: Runner, event: Unfed): Promise<void> => {
  const { userId, type, at, recipient, isProven, address, detail, aside } = event
  const notice = noticeOf[type]
  if (!notice || recipient === null || !isWorthTelling(event)) return
  // one who is being deleted at this moment is told nothing any more
  if (!(await holdUser(runner, userId))) return
  const device = aside?.userAgent ? { device: deviceOf(aside.userAgent) ?? null } : {}
  await insertNotice(runner, {
    notice,
    userId,
    recipient,
    isProven: isProven === true,
    detail: { ...detail, ...device, ip: address, at: at.toISOString() },
  })
}

/**
 * Of sign-ins only those from a new place: nothing tells one device from another but where it is, for there are no cookies.
 * Of removals that were stopped only those that somebody stopped: the others ended with what their owner is told anyway.
 */
const isWorthTelling = ({ type, aside, detail }: Unfed): boolean => {
  if (type === 'session.opened') return aside !== null
  return type !== 'two_factor.reset_cancelled' || detail.by !== undefined
}
