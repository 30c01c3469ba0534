import { following } from './following.ts'
import { isPassing, Refused } from './refused.ts'
import { get, type PasskeyCredential } from './webauthn.ts'
import type { PasskeyRequest } from './wire.ts'

const headStartMs = 30_000
const firstPauseMs = 5_000
const mostPauseMs = 60_000

type Ask = () => Promise<Pick<PasskeyRequest, 'publicKey'>>
type Asked = PasskeyRequest['publicKey']

/** Waits until somebody picks a passkey in the autofill, and renews the request shortly before it expires. */
export const offer = async (ask: Ask, signal: AbortSignal): Promise<PasskeyCredential> => {
  let { publicKey } = await ask()
  for (;;) {
    signal.throwIfAborted()
    const own = following(signal)
    const renewal = renew(ask, publicKey, own)
    try {
      return await get(publicKey, 'conditional', own.signal)
    } catch (error) {
      if (!renewal.next) throw error
      publicKey = renewal.next
    } finally {
      own.abort()
    }
  }
}

/** Gets the next request, and only then ends this one: a laptop that just woke up has no network yet. */
const renew = (ask: Ask, { timeout }: Asked, own: AbortController): { next?: Asked } => {
  const renewal: { next?: Asked } = {}
  let timer: ReturnType<typeof setTimeout>
  const tryIn = (ms: number, pauseMs: number) => {
    timer = setTimeout(async () => {
      try {
        renewal.next = (await ask()).publicKey
        own.abort()
      } catch (error) {
        if (isFinal(error)) own.abort(error)
        else if (!own.signal.aborted)
          tryIn(Math.max(pauseMs, waitMsOf(error)), Math.min(2 * pauseMs, mostPauseMs))
      }
    }, ms)
  }
  tryIn(timeout - headStartMs, firstPauseMs)
  own.signal.addEventListener('abort', () => clearTimeout(timer))
  return renewal
}

// an application may ask its own server, and may throw anything without a network
const isFinal = (error: unknown) => error instanceof Refused && !isPassing(error)

const waitMsOf = (error: unknown) => (error instanceof Refused ? error.retrySeconds * 1_000 : 0)
