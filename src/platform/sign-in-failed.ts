import type { Known, OAuthErrorCode } from '../../contract/wire.ts'
import type { Explained, RefusalFacts } from './refusals/explained.ts'
import { type SignInRuleOf, signInRules } from './refusals/rules.ts'

/** A failed sign-in with a provider. The application gets `code` at its `redirect_uri`. */
export class SignInFailed extends Error implements Explained {
  readonly code: Known<OAuthErrorCode>
  readonly rule: Explained['rule']
  readonly facts: RefusalFacts
  userId: string | undefined

  constructor(
    code: Known<OAuthErrorCode>,
    message: string,
    { rule, facts = {}, cause }: Pick<Explained, 'rule'> & { facts?: RefusalFacts; cause?: unknown },
  ) {
    super(message, { cause })
    this.code = code
    this.rule = rule
    this.facts = facts
  }
}

export const signInDenied = () => failed('access_denied', 'Sign-in was cancelled or refused by the provider.')

/** `registrationClosed` for people who come from a provider. */
export const registrationDenied = (message: string, rule: SignInRuleOf<'access_denied'>) =>
  failed('access_denied', message, { rule })

export const accountExists = (rule: SignInRuleOf<'account_exists'>) =>
  failed(
    'account_exists',
    'This email address already has an account. Sign in to it and link the provider there.',
    { rule },
  )

export const emailRequired = () =>
  failed('email_required', 'The provider did not share a usable email address.')

export const providerFailed = (cause: unknown) =>
  failed('server_error', 'The provider sent a response that cannot be trusted.', { cause })

export const providerAway = (cause: unknown) =>
  failed('temporarily_unavailable', 'The provider is temporarily unreachable.', { cause })

type Options<Code extends Known<OAuthErrorCode>> = { rule?: SignInRuleOf<Code>; cause?: unknown }

const failed = <Code extends Known<OAuthErrorCode>>(
  code: Code,
  message: string,
  { rule = signInRules[code][0], ...options }: Options<Code> = {},
) => new SignInFailed(code, message, { ...options, rule })
