import type { Context } from './context.ts'
import type { Refresh } from './refresh.ts'
import { refusalOf } from './refused.ts'
import { tokenOf } from './store.ts'

/**
 * Sends a request with the stored token, and once more with a fresh one of the same sign-in if that was too old. Never
 * after any other refusal: a wrong password or code would count twice.
 *
 * @param isRepeatable false if the body is gone once sent
 */
export const authorized = async (
  { store }: Context,
  refresh: Refresh,
  send: (token: string | undefined) => Promise<Response>,
  isRepeatable = true,
): Promise<Response> => {
  const kept = await store.read()
  const token =
    kept && (isRepeatable || !isOver(kept.pair.accessToken.expiresAt) ? tokenOf(kept) : await refresh(kept))
  const answer = await send(token)
  if (!kept || !token || !isRepeatable || answer.status !== 401) return answer
  // read now: while waiting for other tabs, the time for this answer may run out
  const text = await answer.text()
  const read = new Response(text, answer)
  const fresh = isStale(read, text) && (await refresh(kept))
  return fresh ? send(fresh) : read
}

const headStartMs = 30_000

// by a possibly wrong clock, so only without a second try
const isOver = (expiresAt: string) => Date.parse(expiresAt) < Date.now() + headStartMs

/** The service's own answer to an expired token, or that of an API which follows RFC 6750 §3.1. */
const isStale = (refused: Response, text: string): boolean =>
  /\berror="?invalid_token\b/.test(refused.headers.get('WWW-Authenticate') ?? '') ||
  refusalOf(refused, text).code === 'unauthorized'
