import type { Context } from './context.ts'
import { decided, isPair } from './decided.ts'
import { Offline, Refused, refusalOf } from './refused.ts'
import { type Kept, refreshTokenOf } from './store.ts'
import type { TokenPair } from './wire.ts'

const answerMs = 10_000

// a browser queues requests for one address, in case the first answer can be cached. Some workers have no such cache,
// and refuse the option.
const uncached: RequestInit = 'document' in globalThis ? { cache: 'no-store' } : {}

export type Question = {
  method: string
  path: string
  body?: object | undefined
  token?: string | undefined
  withinMs?: number | undefined
}

/** One request to the service, once, with a token or without. */
export const send = (
  { url, headers, platform }: Context,
  { method, path, body, token, withinMs = answerMs }: Question,
): Promise<Response> =>
  platform.fetch(url + path, {
    method,
    headers: {
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    // cookies of that origin, if any, mean nothing to the service
    credentials: 'omit',
    ...uncached,
    signal: platform.timeout(withinMs),
    ...(body && { body: JSON.stringify(body) }),
  })

/**
 * The content of an answer.
 *
 * @throws {Refused} when it is a refusal
 * @throws {Offline} when it never came, was cut off, or is not the service's
 */
export const answerOf = async <Answer>(asked: Promise<Response>): Promise<Answer> => {
  try {
    const response = await asked
    const text = await response.text()
    if (!response.ok) throw refusalOf(response, text)
    return JSON.parse(text || 'null') ?? undefined
  } catch (cause) {
    if (cause instanceof Refused || cause instanceof Offline) throw cause
    throw new Offline('The service gave no answer.', { cause })
  }
}

/** Requests the pair after this one. */
export const askForNext = (context: Context, kept: Kept, withinMs?: number): Promise<TokenPair> => {
  const body = { grant_type: 'refresh_token', token: refreshTokenOf(kept) }
  return decided(answerOf(send(context, { method: 'POST', path: '/auth/token', body, withinMs })), isPair)
}
