import type { FeedEvent } from '../../wire.ts'

/** The events that the feed is asked for. */
export const revoking = ['session.ended', 'user.disabled', 'account.deleted']

type Whose = { sessionId: string; userId: string }

const never = Number.NEGATIVE_INFINITY

/**
 * Remembers when sessions and users were revoked. Answers requested before that no longer count, even if they arrive
 * later.
 *
 * @param keepMs how long an answer may be cached: earlier revocations concern none of them
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
    /** Whether an answer requested then is too old. */
    concerns,
    get size() {
      return noted.size
    },
  }
}
