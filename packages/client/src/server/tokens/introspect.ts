import { isVerdict } from '../../decided.ts'
import { Offline } from '../../refused.ts'
import type { Introspection, Introspections } from '../../wire.ts'
import { type Bearer, bearerOf } from './bearer.ts'
import type { Ask } from './key-holder.ts'
import type { Problems } from './problems.ts'

/** The service's verdict on a token. Times are this process's, in milliseconds. */
export type Verdict = {
  /** Undefined if the token is not active. */
  bearer: Omit<Bearer, 'token'> | undefined
  askedMs: number
  /** Until when the answer may be cached. */
  untilMs: number
  /** When the person last proved their identity. */
  authMs: number
}

const mostKeptMs = { active: 60_000, inactive: 5_000 }
// both clocks count whole seconds
const secondMs = 1_000

type Introspecting = { ask: Ask; now(): number; keepMs: number; unavailable: Problems }

/** Asks for many tokens in one call. Throws {@link Offline} when nothing can be decided. */
export const introspect =
  ({ ask, now, keepMs, unavailable }: Introspecting) =>
  async (tokens: string[]): Promise<Verdict[]> => {
    const askedMs = now()
    const asked = ask<Introspections>('/auth/introspect/batch', { body: { tokens } })
    const { answer, dateMs } = await asked.catch((error) => {
      throw unavailable('Tokens cannot be checked.', error)
    })
    const { results } = Object(answer)
    if (!Array.isArray(results) || results.length !== tokens.length || !results.every(isVerdict))
      throw new Offline('The service did not say whose tokens these are.')
    // by the service's clock
    const ownMs = (seconds: number) => askedMs + seconds * secondMs - dateMs
    return answer.results.map((said) => verdictOf(said, { askedMs, keepMs, ownMs }))
  }

type Times = { askedMs: number; keepMs: number; ownMs(seconds: number): number }

const verdictOf = (said: Introspection, { askedMs, keepMs, ownMs }: Times): Verdict => {
  const until = (mostMs: number) => askedMs + Math.min(mostMs, keepMs)
  if (!said.active)
    return { bearer: undefined, askedMs, untilMs: until(mostKeptMs.inactive), authMs: askedMs }
  const untilMs = Math.min(until(mostKeptMs.active), ownMs(said.exp) - secondMs)
  return { bearer: bearerOf(said), askedMs, untilMs, authMs: ownMs(said.auth_time) }
}
