import type { Deps } from '../../deps.ts'
import { insertNotice } from '../../messages/outbox/queries/of-user.ts'
import { chooseLanguage } from '../../messages/texts/language.ts'
import type { Db, Runner } from '../../platform/db/db.ts'
import { isUnavailable } from '../../platform/errors.ts'
import { holdUser } from '../users/queries/users.ts'
import { noticeOf } from './notices.ts'
import { appendToFeed, hasUnfed, lockFeed, takeUnfed, type Unfed } from './queries/feed.ts'

/** Few, so that neither the event loop of the embedded database nor a deletion waits long. */
const atOnce = 50

type Given = Pick<Deps, 'log' | 'config'>

/**
 * Moves about `batch` committed events into the feed, and notifies their owners. Event ids are drawn before
 * the commit, so that a cursor over them would skip late commits; feed numbers only grow and have no gaps.
 * One process at a time.
 * @returns how many
 */
export const feedEvents = async (db: Db, batch: number, deps: Given): Promise<number> => {
  let fed = 0
  while (fed < batch && (await hasUnfed(db))) {
    const count = await feedSome(db, atOnce, deps).catch((error) => {
      if (isUnavailable(error)) throw error
      return feedOne(db, deps)
    })
    if (count === 0) break
    fed += count
  }
  return fed
}

/** An event whose notice fails is fed without it, so that it holds up no others; but what may pass is waited for. */
const feedOne = (db: Db, deps: Given): Promise<number> =>
  feedSome(db, 1, deps).catch((error) => {
    if (isUnavailable(error)) throw error
    deps.log.error({ err: error }, 'the owner of an account could not be told of an event')
    return feedSome(db, 1, deps, { tells: false })
  })

const feedSome = (db: Db, count: number, { config }: Given, { tells = true } = {}): Promise<number> =>
  db.transaction(async (runner) => {
    if (!(await lockFeed(runner))) return 0
    const events = await takeUnfed(runner, count)
    if (events.length === 0) return 0
    if (tells) for (const event of events) await tellOwner(runner, event, config)
    await appendToFeed(runner, events)
    return events.length
  })

const tellOwner = async (runner: Runner, event: Unfed, config: Given['config']): Promise<void> => {
  const { userId, type, at, recipient, isProven, address, detail, aside } = event
  const notice = noticeOf[type]
  if (!notice || recipient === null || !isWorthTelling(event)) return
  // a user who is just being deleted gets no more notices
  const user = await holdUser(runner, userId)
  if (!user) return
  const language = chooseLanguage({ account: user.language, standard: config.language })
  await insertNotice(runner, {
    notice,
    userId,
    recipient,
    isProven: isProven === true,
    language,
    detail: { ...detail, ...aside, ip: address, at: at.toISOString() },
  })
}

/**
 * Only sign-ins from a new place, only claims by a sign-in that removed something (those by a link set a password, which the
 * owner is told), only removals that someone stopped (the others ended with something that the owner is told
 * anyway), only closed accounts that can still be kept, and only addresses that an operator has set: other new ones are confirmed there.
 */
const isWorthTelling = ({ type, aside, detail }: Unfed): boolean => {
  if (type === 'session.opened' || type === 'account.claimed') return aside !== null
  if (type === 'account.deletion_requested') return detail.deletesAt !== undefined
  if (type === 'email.changed') return detail.by === 'operator'
  return type !== 'two_factor.reset_cancelled' || detail.by !== undefined
}
