import { type Platform, platformOf } from '../../platform.ts'
import { bearerTokenIn } from '../bearer-token.ts'
import type { AnyHeaders } from '../headers.ts'
import { addressRule, requireOptions, serviceKeyRule } from '../options.ts'
import type { Bearer } from './bearer.ts'
import { newClock } from './clock.ts'
import { introspect, type Verdict } from './introspect.ts'
import { askWith } from './key-holder.ts'
import { newLookUps } from './look-ups.ts'
import { newMemory } from './memory.ts'
import { newProblems } from './problems.ts'
import { authenticationTooOld, invalidToken } from './refusals.ts'

export type TokenCheckerOptions = {
  /** Where the service is: `https://accounts.example.com`. */
  url: string
  /** With the scope `introspect`; also `events:read`, so that answers can be kept. */
  serviceKey: string
  /** How long an answer is cached: at most 60, the default. 0 caches none. */
  cacheSeconds?: number
  /** How many answers are cached: 100,000 by default. */
  cacheSize?: number
  /** Called once for each problem that only a change of the settings can solve. `console.warn` by default. */
  onProblem?: (error: Error) => void
  fetch?: typeof fetch
}

export type CheckOptions = {
  /** The person's proof of identity must not be older than this (RFC 9470). */
  maxAgeSeconds?: number
}

export type TokenChecker = {
  /**
   * @returns whose token a request brings, or anything with headers
   * @throws {Refused} `unauthorized`: there is no token, or it is over. `insufficient_user_authentication`: the sign-in is
   * older than `maxAgeSeconds`. Answer both with {@link refusalResponse}.
   * @throws {Offline} when nothing can be decided. Its cause is the refusal, if the service key was refused.
   */
  check(request: { headers: AnyHeaders }, options?: CheckOptions): Promise<Bearer>
  /** Stops following the service's events, at once. From then on every check asks. */
  close(): void
}

const mostSeconds = 60
/** The service accepts no longer ones, and its own are much shorter. */
const mostCharacters = 8_192

/**
 * Checks access tokens for your own services. Answers are cached for at most a minute, and dropped as soon as the
 * session ends: a token is refused within about a second of signing out.
 */
export const createTokenChecker = (options: TokenCheckerOptions): TokenChecker => {
  requireOptions('createTokenChecker', options, { url: addressRule, serviceKey: serviceKeyRule })
  return newTokenChecker(options, serverPlatform(options.fetch))
}

/** A pause does not keep the process from ending. */
export const serverPlatform = (ownFetch?: typeof fetch): Platform => ({
  ...platformOf(ownFetch),
  now: newClock(),
  sleep: (ms) => new Promise((resume) => letGo(setTimeout(resume, ms))),
})

// a timer's type depends on the runtime
const letGo = (timer: unknown) => Reflect.get(Object(timer), 'unref')?.call(timer)

export const newTokenChecker = (
  { url, serviceKey, cacheSeconds = mostSeconds, cacheSize = 100_000, onProblem }: TokenCheckerOptions,
  platform: Platform,
): TokenChecker => {
  const { now } = platform
  const ask = askWith(serviceKey, url, platform)
  const unavailable = newProblems(onProblem)
  const keepMs = Math.min(cacheSeconds, mostSeconds) * 1_000
  const memory = newMemory({
    ask,
    platform,
    keepMs,
    size: cacheSize,
    lookUp: newLookUps(introspect({ ask, now, keepMs, unavailable })),
    onRefused: (error) =>
      unavailable('Tokens are looked up each time, because events cannot be read.', error),
  })

  return {
    check: async (request, { maxAgeSeconds } = {}) => {
      const token = bearerTokenIn(request)
      if (token.length > mostCharacters) throw invalidToken()
      const isFresh = ({ authMs }: Verdict) =>
        maxAgeSeconds === undefined || now() - authMs <= maxAgeSeconds * 1_000
      const verdict = await memory.verdictOf(token, isFresh)
      if (!verdict.bearer) throw invalidToken()
      if (maxAgeSeconds !== undefined && !isFresh(verdict)) throw authenticationTooOld(maxAgeSeconds)
      return { ...verdict.bearer, token }
    },
    close: memory.close,
  }
}
