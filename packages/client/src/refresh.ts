import { askForNext } from './ask.ts'
import type { Context } from './context.ts'
import { isPassing, Offline, Refused } from './refused.ts'
import { type Kept, refreshTokenOf, tokenOf } from './store.ts'

/** Gets a newer access token of the same sign-in than the stale one. @returns nothing when that sign-in is over */
export type Refresh = (stale: Kept) => Promise<string | undefined>

const pausesMs = [500, 1_000, 2_000, 4_000]
// a lost answer delays the other tabs for less than they wait
const exchangeMs = 8_000
const repeatMs = 8_000
const lockMs = 8_000
const spreadMs = 2_000

/**
 * One refresh at a time for each sign-in of a client.
 *
 * A refresh token works once, and a reused one looks stolen. But the service repeats a pair until it is used, so a lost
 * answer can be requested again, and correctness here depends on no lock.
 */
export const newRefresh = (context: Context): Refresh => {
  const underWay = new Map<string, ReturnType<Refresh>>()
  return (stale) => {
    const { id } = stale
    const begun = underWay.get(id) ?? repeated(context, stale).finally(() => underWay.delete(id))
    underWay.set(id, begun)
    return begun
  }
}

/** @throws {Offline} when no answer came, after some tries. The pair is kept. */
const repeated = async (context: Context, stale: Kept): Promise<string | undefined> => {
  const { now, sleep } = context.platform
  // not from before the wait for other tabs
  let startMs: number | undefined
  const once = () => {
    startMs ??= now()
    return exchange(context, stale)
  }
  for (let tries = 0; ; tries++) {
    try {
      return await alone(context, stale, once)
    } catch (error) {
      if (!isPassing(error)) throw error
      const pauseMs = pausesMs[tries] ?? Number.POSITIVE_INFINITY
      if (now() - (startMs ?? now()) + pauseMs <= repeatMs) await sleep(pauseMs)
      else return elsewhere(context, stale, error)
    }
  }
}

/** What another tab got meanwhile. @throws {Offline} when none did */
const elsewhere = async ({ store }: Context, stale: Kept, cause: unknown): Promise<string | undefined> => {
  const kept = ofSameSignIn(stale, await store.read())
  if (kept && tokenOf(kept) === tokenOf(stale))
    throw new Offline('The service cannot refresh now.', { cause })
  return kept && tokenOf(kept)
}

/** Somebody else may have signed in meanwhile: the call must not be repeated in their name. */
const ofSameSignIn = ({ id }: Kept, kept: Kept | undefined): Kept | undefined =>
  kept?.id === id ? kept : undefined

/** Reads the stored pair, sends it, and writes the new one, unless another tab has done so by now. */
const exchange = async (context: Context, stale: Kept): Promise<string | undefined> => {
  const { store, platform } = context
  const sent = ofSameSignIn(stale, await store.read())
  if (!sent || tokenOf(sent) !== tokenOf(stale)) return sent && tokenOf(sent)
  const ask = () => askForNext(context, sent, exchangeMs)
  try {
    const pair = await (platform.share?.(sent, ask) ?? ask())
    const kept = ofSameSignIn(stale, await store.replace(sent, pair))
    return kept && tokenOf(kept)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    const kept = ofSameSignIn(stale, await store.read())
    if (kept && refreshTokenOf(kept) !== refreshTokenOf(sent)) return tokenOf(kept)
    if (kept) {
      await store.end()
      context.tell({ state: 'signed_out', cause: 'expired' })
    }
    return undefined
  }
}

/**
 * Waits for other tabs, but not for ever: a suspended or closed tab may never release its lock. Then it continues
 * without, and without locks at once. Each stale token has a lock of its own, so a tab that keeps one blocks nobody
 * later.
 */
const alone = async <Result>(
  { platform: { locks, timeout, sleep, random }, store }: Context,
  stale: Kept,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!locks) return work()
  let begun: Promise<Result> | undefined
  try {
    return await locks.request(
      `${store.key} ${tokenOf(stale).slice(-8)}`,
      { signal: timeout(lockMs) },
      () => {
        begun = work()
        return begun
      },
    )
  } catch {
    if (begun) return begun
    // of all that waited in vain, the first gets an answer before most of the others ask
    await sleep(random() * spreadMs)
    return work()
  }
}
