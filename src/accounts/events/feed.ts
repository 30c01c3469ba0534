import { deviceOf } from '../../messages/mail/device.ts'
import { insertNotice } from '../../messages/outbox/of-user/queries.ts'
import type { Db, Runner } from '../../platform/db/db.ts'
import { holdUser } from '../users/queries.ts'
import { noticeOf } from './notices.ts'
import { appendToFeed, lockFeed, takeUnfed, type Unfed } from './queries.ts'

/**
 * Takes up to `batch` events that are committed into the feed, and tells their owners. An event's id is drawn before its
 * commit, so a cursor over ids would skip what commits late; the feed's numbers have no gaps and only grow. One process
 * does this at a time.
 *
 * @returns how many there were
 */
export const feedEvents = (db: Db, batch: number): Promise<number> =>
  db.transaction(async (runner) => {
    if (!(await lockFeed(runner))) return 0
    const events = await takeUnfed(runner, batch)
    if (events.length === 0) return 0
    for (const event of events) await tellOwner(runner, event)
    await appendToFeed(runner, events)
    return events.length
  })

const tellOwner = async (runner: Runner, event: Unfed): Promise<void> => {
  const { userId, type, recipient, isProven, address, detail, aside } = event
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
    detail: { ...detail, ...device, ip: address },
  })
}

/** Of sign-ins only those from a new place. Nothing tells one device from another but where it is: there are no cookies. */
const isWorthTelling = ({ type, aside }: Unfed): boolean => type !== 'session.opened' || aside !== null
