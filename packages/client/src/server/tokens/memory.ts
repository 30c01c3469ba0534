import type { Platform } from '../../platform.ts'
import { findDigest } from './digest.ts'
import { newFeed } from './feed.ts'
import type { Verdict } from './introspect.ts'
import { newKept } from './kept.ts'
import type { Ask } from './key-holder.ts'
import { newRevocations, revoking } from './revocations.ts'

/** No answer is cached, or pending, for longer. */
const minuteMs = 60_000

type MemoryOptions = {
  ask: Ask
  platform: Platform
  keepMs: number
  size: number
  lookUp(token: string): Promise<Verdict>
  onRefused(error: Error): void
}

/**
 * Caches the service's verdicts on tokens, by their digests, until its events revoke them. Without events, every check
 * asks.
 */
export const newMemory = ({ ask, platform, keepMs, size, lookUp, onRefused }: MemoryOptions) => {
  const digest = keepMs > 0 ? findDigest() : undefined
  if (!digest) return { verdictOf: lookUp, close: () => {} }
  const { now } = platform
  const kept = newKept<Verdict>(size)
  const underWay = new Map<string, Promise<Verdict>>()
  const revocations = newRevocations(minuteMs)
  const heard = { onEvent: revocations.note, onLost: kept.clear, onRefused }
  const feed = newFeed({ ask, platform, types: revoking, ...heard })

  const isRevoked = ({ bearer, askedMs }: Verdict) => !!bearer && revocations.concerns(bearer, askedMs)

  const isInStep = (verdict: Verdict) => verdict.askedMs > feed.sinceMs() && !isRevoked(verdict)

  const lookUpAndKeep = (token: string, key: string): Promise<Verdict> => {
    const looking = lookUp(token)
      .then((verdict) => {
        if (isInStep(verdict)) kept.set(key, verdict, now())
        return verdict
      })
      .finally(() => {
        if (underWay.get(key) === looking) underWay.delete(key)
      })
    underWay.set(key, looking)
    return looking
  }

  const askAnew = async (token: string, key: string): Promise<Verdict> => {
    const verdict = await lookUpAndKeep(token, key)
    // the event may overtake the answer
    return isRevoked(verdict) ? lookUpAndKeep(token, key) : verdict
  }

  return {
    /** @param isEnough whether a cached answer is good enough */
    verdictOf: async (token: string, isEnough: (verdict: Verdict) => boolean): Promise<Verdict> => {
      feed.touch()
      const key = digest(token)
      const usable = (verdict: Verdict | undefined) =>
        verdict && isInStep(verdict) && isEnough(verdict) ? verdict : undefined
      const isHeard = !feed.isInterrupted()
      const known = usable(kept.get(key, now()))
      if (known && isHeard) return known
      const joined = isHeard && feed.sinceMs() < now() ? usable(await underWay.get(key)) : undefined
      if (joined) return joined
      return askAnew(token, key).catch((error) => {
        const last = usable(kept.get(key, now()))
        if (last) return last
        throw error
      })
    },
    close: feed.close,
  }
}
