import type { Deps } from '#deps.ts'
import { providerAway, providerFailed, type SignInFailed, signInDenied } from '#platform/sign-in-failed.ts'
import { ProviderFault } from './provider.ts'

/** Logs the reason, but nothing of the provider's answer. */
export const failureAt = (deps: Deps, provider: string, error: unknown): SignInFailed => {
  if (isDenial(error)) return signInDenied()
  deps.log.warn({ provider, why: whyOf(error) }, 'signing in with a provider failed')
  return providerFaultIn(error)?.isAway || told(error) === 'temporarily_unavailable'
    ? providerAway(error)
    : providerFailed(error)
}

const isDenial = (error: unknown) => denials.has(told(error))

// RFC 6749 §4.1.2.1, then Apple and LinkedIn
const denials = new Set<unknown>(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'])

const told = (error: unknown): unknown => Object(error).error

const providerFaultIn = (error: unknown) =>
  [error, Object(error).cause].find((candidate) => candidate instanceof ProviderFault)

// The library attaches whole answers with tokens to its errors, and quotes broken JSON in messages.
export const whyOf = (error: unknown): string => {
  const fault = providerFaultIn(error)
  if (fault) return fault.message
  const { code, message, error: word, cause } = Object(error)
  if (typeof code !== 'string' || !code.startsWith('OAUTH_')) return Object(error).name ?? typeof error
  const nearer = Object(cause).code === code ? `: ${cause.message}` : ''
  return `${message}${nearer}${/^[a-z_]{1,40}$/.test(word) ? `: ${word}` : ''}`
}
