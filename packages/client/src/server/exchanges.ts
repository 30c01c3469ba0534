import { type Kept, refreshTokenOf } from '../store.ts'
import type { TokenPair } from '../wire.ts'
import { findDigest } from './tokens/digest.ts'
import { newKept } from './tokens/kept.ts'

/** About 1 kB each: one per active session, or several if tokens live for less than five minutes. */
const most = 50_000
// the longest REFRESH_RETRY_SECONDS for which the service repeats a pair
const rememberedMs = 300_000

type Exchanged = { id: string; pair: TokenPair; untilMs: number }
type UnderWay = { id: string; asked: Promise<TokenPair> }

/** Which pairs were exchanged for which, and pending exchanges. */
export type Exchanges = {
  /** The newest pair that followed this one; the same object if it was not exchanged. */
  newest(kept: Kept): Kept
  /** Exchanges a pair once, for all current and later callers. */
  share(sent: Kept, ask: () => Promise<TokenPair>): Promise<TokenPair>
  /** After a sign-out: no older cookie of that person may restore tokens. */
  forget(id: string): void
}

/**
 * Remembers exchanges by the digest of the refresh token that was spent. The answer with the new cookie may be late or
 * lost, and requests with the old one meanwhile would look stolen to the service.
 *
 * Each is remembered for five minutes, however soon the new access token ends: an answer may be later than that, and
 * its pair is exchanged in turn. Nothing is remembered in Cloudflare Workers, whose requests may not wait for each
 * other's connections.
 *
 * @param now the time of day in milliseconds
 */
export const newExchanges = (now: () => number): Exchanges => {
  const digest = findDigest()
  if (!digest) return { newest: (kept) => kept, share: (_sent, ask) => ask(), forget: () => {} }
  const exchanged = newKept<Exchanged>(most)
  const underWay = new Map<string, UnderWay>()
  const keyOf = (kept: Kept) => digest(refreshTokenOf(kept))

  const after = (kept: Kept): Kept | undefined => {
    const next = exchanged.get(keyOf(kept), now())
    return next && { ...kept, pair: next.pair }
  }
  const newest = (kept: Kept): Kept => {
    let last = kept
    for (let next = after(last); next; next = after(last)) last = next
    return last
  }

  return {
    newest,
    share: async (sent, ask) => {
      const known = newest(sent)
      if (known !== sent) return known.pair
      const [key, { id }] = [keyOf(sent), sent]
      const others = underWay.get(key)
      if (others) return others.asked
      const own = { id, asked: ask() }
      underWay.set(key, own)
      try {
        const pair = await own.asked
        if (underWay.get(key) === own) exchanged.set(key, { id, pair, untilMs: now() + rememberedMs }, now())
        return pair
      } finally {
        if (underWay.get(key) === own) underWay.delete(key)
      }
    },
    forget: (id) => {
      exchanged.drop((value) => value.id === id)
      for (const [key, value] of underWay) if (value.id === id) underWay.delete(key)
    },
  }
}

// one for all versions of this file with this type
const place = Symbol.for('sallyport-client.exchanges.1')

/** Those of this process, whichever copy of this file asks. */
export const sharedExchanges = (): Exchanges => {
  const places: typeof globalThis & { [place]?: Exchanges } = globalThis
  places[place] ??= newExchanges(Date.now)
  return places[place]
}
