import type {
  FieldError,
  KeyRefusal,
  Known,
  RefusalCode,
  TwoFactorEnrolmentRequired,
  TwoFactorRequired,
} from '../../contract/wire.ts'
import type { Explained, RefusalFacts } from './refusals/explained.ts'
import {
  type LimitRule,
  type RefusalRule,
  type RefusedCode,
  type RuleOf,
  refusalRules,
} from './refusals/rules.ts'

type OwnPage = 'wrongAddress' | 'openLinkAgain' | 'openLinkHere' | 'cookieNotKept' | 'signInLost'

/** A refused request. `body` is public; what the operator needs is in `cause`, and in what explains it. */
export class Refused extends Error implements Explained {
  readonly status: number
  readonly body: Record<string, unknown> | FieldError[]
  readonly headers: Record<string, string>
  readonly rule: RefusalRule
  readonly facts: RefusalFacts
  userId: string | undefined
  /** For our own pages, which have better words for it than its code allows. */
  readonly page: OwnPage | undefined

  /** What the body contains, if it is no list of fields. */
  get details(): Record<string, unknown> {
    return Array.isArray(this.body) ? {} : this.body
  }

  constructor(
    status: number,
    body: Refused['body'],
    options: Omit<Options, 'details'> & { rule: RefusalRule },
  ) {
    super(Array.isArray(body) ? 'the body does not fit its schema' : String(body.message), {
      cause: options.cause,
    })
    this.status = status
    this.body = body
    this.headers = options.headers ?? {}
    this.rule = options.rule
    this.facts = options.facts ?? {}
    this.userId = options.userId
    this.page = options.page
  }
}

/** Whether an error is a refusal for this reason, with its body. */
export const isRefusedAs = (error: unknown, code: Known<RefusalCode>): error is Refused =>
  error instanceof Refused && error.details.code === code

export const operatorMessage = (error: Error): string =>
  error instanceof Refused && error.cause instanceof Error ? error.cause.message : error.message

export const badRequest = (message = 'The request could not be understood.') =>
  refused(400, 'bad_request', message)

export const invalidCredentials = (rule: RuleOf<'invalid_credentials'>, facts?: RefusalFacts) =>
  refused(401, 'invalid_credentials', 'These credentials are not valid.', { rule, facts })

/** The same words, whatever is wrong with the link or code. */
export const deadLink = (userId?: string) =>
  refused(401, 'invalid_credentials', 'This link or code no longer works. Please request a new one.', {
    rule: 'link.dead',
    userId,
  })

/** The address of its page without the link, which is in another browser. */
export const linkElsewhere = () =>
  refused(401, 'invalid_credentials', 'Please open the link in the email again.', {
    rule: 'link.elsewhere',
    page: 'openLinkHere',
  })

/** RFC 6750 §3: says how to authenticate, and nothing about what was wrong. */
export const unauthorized = () =>
  refused(401, 'unauthorized', 'A valid access token is required.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

/** RFC 6749 §5.2, RFC 7617 §2: says how to authenticate, and nothing about what was wrong. */
export const invalidServiceKey = () =>
  refused(401, 'unauthorized', 'A valid service key is required.', {
    rule: 'service_key.dead',
    headers: { 'WWW-Authenticate': 'Basic realm="sallyport", Bearer' },
    details: { error: 'invalid_client' satisfies KeyRefusal['error'] },
  })

/** RFC 6750 §3.1. */
export const insufficientScope = (scope: string) =>
  refused(403, 'insufficient_scope', `The service key needs the scope ${scope}.`, {
    facts: { scope },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })

/** For people who have proven who they are, at the console. */
export const onlyForOperators = () =>
  refused(403, 'insufficient_scope', 'The console is for operators, and for what they were granted.', {
    rule: 'console.not_granted',
  })

export const twoFactorRequired = (details: Omit<TwoFactorRequired, 'message' | 'code'>) =>
  refused(403, 'two_factor_required', 'A second factor is required.', {
    facts: { methods: details.methods.join(', ') },
    details,
  })

export const twoFactorEnrolmentRequired = (details: Omit<TwoFactorEnrolmentRequired, 'message' | 'code'>) =>
  refused(403, 'two_factor_enrolment_required', 'A second factor has to be set up first.', {
    facts: { methods: details.methods.join(', ') },
    details,
  })

export const emailUnverified = () =>
  refused(403, 'email_unverified', 'Please confirm your email address first, using the link we sent you.')

export const registrationClosed = (message: string, rule: RuleOf<'registration_closed'>) =>
  refused(403, 'registration_closed', message, { rule })

export const invalidChallenge = (rule: RuleOf<'invalid_challenge'> = 'challenge.dead') =>
  refused(401, 'invalid_challenge', 'This sign-in has expired. Please start again.', { rule })

export const wrongCode = (attemptsLeft: number, alreadyUsed = false) =>
  alreadyUsed
    ? refused(401, 'wrong_code', 'This code was used already. Please wait for the next one.', {
        rule: 'second_factor.used',
        facts: { attemptsLeft },
        details: { attemptsLeft, alreadyUsed },
      })
    : refused(401, 'wrong_code', 'The code is wrong.', {
        rule: 'second_factor.wrong',
        facts: { attemptsLeft },
        details: { attemptsLeft },
      })

/** Modelled on RFC 9470: the token is valid, the proof of identity is too old. */
export const reauthenticationRequired = (methods: string[]) =>
  refused(403, 'reauthentication_required', 'Please confirm your identity again.', {
    facts: { methods: methods.join(', ') },
    details: { methods },
  })

/** The same, for actions that need more than a proof of some minutes ago. */
export const factorRequired = (methods: readonly string[], passkeyId?: string) =>
  refused(403, 'factor_required', 'Send a second factor along with this request.', {
    facts: { methods: methods.join(', ') },
    details: { methods, ...(passkeyId !== undefined && { passkeyId }) },
  })

export const wrongConfirmationCode = () =>
  refused(400, 'wrong_code', 'Wrong code.', { rule: 'setup.wrong_code' })

export const alreadyConfigured = () => refused(400, 'already_configured', 'TOTP is already configured.')

export const notStarted = () =>
  refused(400, 'not_started', 'There is no setup to confirm, or it has expired. Please start again.')

export const invalidCode = () => refused(400, 'invalid_code', 'The code must be six digits.')

export const notConfigured = () =>
  refused(400, 'not_configured', 'Two-factor authentication is not configured.')

export const tooManyAuthenticators = () =>
  refused(409, 'too_many_authenticators', 'An account can have at most five authenticator apps.')

export const lastAuthenticator = () =>
  refused(409, 'last_authenticator', 'This is the last authenticator app. Switch two-factor off instead.')

export const secondFactorNeeded = () =>
  refused(
    409,
    'second_factor_needed',
    'Every account needs a second factor here. Set up another before you remove the last one.',
  )

export const passkeyRefused = () =>
  refused(400, 'passkey_refused', 'This passkey could not be added. Please try again.')

export const secondFactorOnly = () =>
  refused(400, 'passkey_refused', 'This one can only be a second factor. Remove it instead.', {
    rule: 'passkey.second_factor_only',
  })

export const passkeyKnown = () => refused(409, 'passkey_known', 'This passkey has already been added.')

export const tooManyPasskeys = () =>
  refused(409, 'too_many_passkeys', 'An account can have at most 20 passkeys. Please remove one first.')

export const signInLost = (userId?: string) =>
  refused(
    400,
    'bad_request',
    'This sign-in has expired, or was started in another browser. Please start again.',
    { rule: 'browser_sign_in.lost', userId, page: 'signInLost' },
  )

export const cookieNotKept = () =>
  refused(400, 'bad_request', 'The browser did not keep the cookie of this page.', {
    rule: 'cookie.not_kept',
    page: 'cookieNotKept',
  })

export const untrustedRedirect = () =>
  refused(400, 'bad_request', 'The application asked to return to an address that is not registered here.', {
    rule: 'redirect.unknown',
    page: 'wrongAddress',
  })

export const invalidLinkCode = () =>
  refused(400, 'invalid_code', 'This code is invalid or has expired. Please start again.', {
    rule: 'provider_link.dead',
  })

export const identityTaken = () =>
  refused(409, 'identity_taken', 'This identity is linked to another account.')

export const alreadyLinked = () =>
  refused(409, 'already_linked', 'Another identity of this provider is already linked.')

export const lastWayIn = () => refused(409, 'last_way_in', 'This is the last way to sign in to this account.')

export const mailOver = () =>
  refused(409, 'mail_over', 'This email was not given up, or is no longer of use.')

export const alreadyVerified = () =>
  refused(409, 'already_verified', 'This email address is already confirmed.')

export const externalIdTaken = () =>
  refused(409, 'external_id_taken', 'Another account has this external id.')

export const crossSite = () => refused(403, 'cross_site', 'This form was sent from another site.')

export const outdatedForm = () =>
  refused(409, 'outdated_form', 'This form was opened for another account, sign-in or link.')

export const forgottenLink = () =>
  refused(409, 'outdated_form', 'This form was opened too long ago, or for another link.', {
    rule: 'link.forgotten',
    page: 'openLinkAgain',
  })

export const notFound = () => refused(404, 'not_found', 'There is nothing here.')

/** @throws 404 for what is not there */
export const orNotFound = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw notFound()
  return value
}

export const cursorExpired = () =>
  refused(410, 'cursor_expired', 'What came after this cursor is no longer kept. Please start again.')

export const methodNotAllowed = (allowed: string[]) =>
  refused(405, 'method_not_allowed', 'This method is not supported here.', {
    headers: { Allow: allowed.join(', ') },
  })

export const requestTimeout = () => refused(408, 'request_timeout', 'The request did not arrive in time.')

export const payloadTooLarge = () => refused(413, 'payload_too_large', 'The request body is too large.')

export const uriTooLong = () => refused(414, 'uri_too_long', 'The request address is too long.')

export const unsupportedMediaType = () =>
  refused(
    415,
    'unsupported_media_type',
    'The body must be application/json in UTF-8, without a content encoding.',
  )

export const invalidFields = (items: FieldError[]) =>
  new Refused(422, items, { rule: 'field.wrong', facts: factsOf(items) })

export const fieldRequired = (field: string) =>
  invalidFields([{ message: `The ${field} field must be defined`, rule: 'required', field }])

export const emailTaken = () =>
  invalidFields([{ message: 'The email has already been taken', rule: 'database.unique', field: 'email' }])

export const emailUnchanged = () =>
  invalidFields([
    { message: 'The email field must differ from the current address', rule: 'notSameAs', field: 'email' },
  ])

export const tooManyAttempts = (retrySeconds: number, rule: LimitRule, facts?: RefusalFacts) =>
  refused(429, 'too_many_attempts', 'Too many attempts. Please try again later.', {
    rule,
    facts: { ...facts, waitSeconds: retrySeconds },
    headers: retryAfter(retrySeconds),
  })

export const headersTooLarge = () => refused(431, 'headers_too_large', 'The request headers are too large.')

/** Reveals nothing of the cause, only where the operator finds it. */
export const internalError = (requestId: string) =>
  new Refused(
    500,
    {
      message: 'Something went wrong.',
      code: 'internal_error' satisfies Known<RefusalCode>,
      requestId,
    },
    { rule: 'service.fault' },
  )

export const unavailable = (cause?: unknown) =>
  refused(503, 'unavailable', 'The service is temporarily unavailable.', {
    headers: retryAfter(1),
    cause,
  })

/** Whether the same may work in a moment: the database is away or busy, or a row is locked. */
export const isUnavailable = (error: unknown): boolean => error instanceof Refused && error.status === 503

type Options<Rule extends RefusalRule = RefusalRule> = {
  rule?: Rule | undefined
  userId?: string | undefined
  facts?: RefusalFacts | undefined
  headers?: Record<string, string>
  details?: Record<string, unknown>
  cause?: unknown
  page?: OwnPage
}

const refused = <Code extends RefusedCode>(
  status: number,
  code: Code,
  message: string,
  { details, rule = refusalRules[code][0], ...options }: Options<RuleOf<Code>> = {},
) => new Refused(status, { message, code, ...details }, { ...options, rule })

/** Of the first wrong field. What somebody typed is in none of them. */
const factsOf = ([first]: FieldError[]): RefusalFacts => {
  const { field = '', rule: fieldRule = '', meta: { min, max, otherField } = {} } = first ?? {}
  return {
    field: field.slice(0, maxFieldCharacters),
    fieldRule,
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
    ...(otherField !== undefined && { otherField }),
  }
}

const maxFieldCharacters = 80

const retryAfter = (seconds: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) })
