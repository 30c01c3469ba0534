import type { FeedEvent } from '../../wire.ts'

/** What the feed of events is asked for. */
export const revoking = ['session.ended', 'user.disabled', 'account.deleted']

type Whose = { sessionId: string; userId: string }

const never = Number.NEGATIVE_INFINITY

/**
 * Remembers when sessions and users were revoked. Whatever was asked for before that no longer counts, even if the answer
 * comes afterwards.
 *
 * @param keepMs how long an answer may be kept: what was revoked longer ago concerns none of them
 */
export const newRevocations = (keepMs: number) => {
  const noted = new Map<string, number>()
  let everythingMs = never

  const note = ({ type, sessionId, userId }: FeedEvent, nowMs: number): void => {
    const id = type === 'session.ended' ? (sessionId ?? userId) : userId
    if (id === null) everythingMs = nowMs
    else {
      // the latest last
      noted.delete(id)
      noted.set(id, nowMs)
    }
    for (const [oldest, atMs] of noted) {
      if (atMs > nowMs - keepMs) break
      noted.delete(oldest)
    }
  }

  const concerns = ({ sessionId, userId }: Whose, askedMs: number): boolean =>
    askedMs <= Math.max(everythingMs, noted.get(sessionId) ?? never, noted.get(userId) ?? never)

  return {
    note,
    /** Whether an answer that was asked for then is too old. */
    concerns,
    get size() {
      return noted.size
    },
  }
}
