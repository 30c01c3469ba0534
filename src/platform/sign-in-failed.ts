import type { Known, OAuthErrorCode } from '../../contract/wire.ts'

/** A failed sign-in with a provider. The application gets `code` at its `redirect_uri`. */
export class SignInFailed extends Error {
  readonly code: Known<OAuthErrorCode>

  constructor(code: Known<OAuthErrorCode>, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const signInDenied = () =>
  new SignInFailed('access_denied', 'Sign-in was cancelled or refused by the provider.')

/** `registrationClosed` for people who come from a provider. */
export const registrationDenied = (message: string) => new SignInFailed('access_denied', message)

export const accountExists = () =>
  new SignInFailed(
    'account_exists',
    'This email address already has an account. Sign in to it and link the provider there.',
  )

export const emailRequired = () =>
  new SignInFailed('email_required', 'The provider did not share a usable email address.')

export const providerFailed = (cause: unknown) =>
  new SignInFailed('server_error', 'The provider sent a response that cannot be trusted.', { cause })

export const providerAway = (cause: unknown) =>
  new SignInFailed('temporarily_unavailable', 'The provider is temporarily unreachable.', { cause })
