import type {
  FactorRequired,
  FieldError,
  InternalError,
  Known,
  ReauthenticationRequired,
  Refusal,
  RefusalCode,
  TwoFactorEnrolmentRequired,
  TwoFactorRequired,
  WrongCode,
} from './wire.ts'

/** Codes of a refusal that did not come from the service itself. */
export type LocalCode =
  /** Fields are wrong: see `fields`. */
  | 'invalid_fields'
  /** Not the service's own answer: a proxy's page, for example. */
  | 'unknown'
  /** The storage threw: it is full, or forbidden. Nobody is signed in by this call. */
  | 'storage_failed'
  /** The browser came back with another `state` than it left with, much too late, or from another service. Start again. */
  | 'redirect_mismatch'
  /** The provider, or the person there, ended the sign-in. See `OAuthErrorCode` for `details.error`. */
  | 'redirect_failed'
  /** The environment lacks something necessary: the message names it. Nothing was sent. */
  | 'unsupported'
  /** Of a visit that is read-only: the access token is too old, and the cookie of a new one could not be set. */
  | 'needs_refresh'
  /** Of a token checker: the person's last proof of identity is too old (RFC 9470). */
  | 'insufficient_user_authentication'

/** A refusal's content beside its code. */
export type Details = {
  two_factor_required: TwoFactorRequired
  two_factor_enrolment_required: TwoFactorEnrolmentRequired
  wrong_code: WrongCode
  factor_required: FactorRequired
  reauthentication_required: ReauthenticationRequired
  internal_error: InternalError
  redirect_failed: { error: string; message: string }
  insufficient_user_authentication: { maxAgeSeconds: number; message: string }
}

export type AnyCode = Known<RefusalCode> | LocalCode

// bundlers may include a module twice, and one copy's `instanceof` would not know the other's errors
const brand = Symbol.for('sallyport')
// declared, as what a class inherits of Error has types of Node
type Branded<Name> = new (message?: string, options?: { cause?: unknown }) => Error & { name: Name }

const branded = <Name extends string>(own: Name): Branded<Name> =>
  class extends Error {
    static override [Symbol.hasInstance] = (error: unknown): boolean => Object(error)[brand] === own
    override name: Name = own
    readonly [brand]: Name = own
  }

/**
 * The service, or something on the way to it, refused the request.
 *
 * @example if (isRefused(error, 'wrong_code')) show(`${error.details.attemptsLeft} tries left`)
 */
export class Refused extends branded('Refused') {
  /** The status of the answer; 0 when the refusal is the client's own. */
  readonly status: number = 0
  /** Stable: switch over this one, and expect new codes. The `message` is for people. */
  declare readonly code: AnyCode | (string & {})
  /** The fields that are wrong. Only a 422 has any. */
  readonly fields: readonly FieldError[] = []
  /** The answer as received. {@link isRefused} types it by code. */
  declare readonly details: unknown
  /** Seconds to wait before the next try; 0 if unknown. */
  readonly retrySeconds: number = 0
  /** The id by which the operator finds it in the log. */
  declare readonly requestId: string | undefined

  constructor(
    message: string,
    {
      cause,
      ...reason
    }: Partial<Pick<Refused, 'status' | 'fields' | 'details' | 'retrySeconds' | 'cause'>> & {
      code: Refused['code']
      requestId?: string | undefined
    },
  ) {
    super(message, { cause })
    Object.assign(this, reason)
  }
}

/** The service could not be reached: no network, no answer in time, or it is down. Sign-ins are unaffected. */
export class Offline extends branded('Offline') {}

export type RefusedWith<Code extends string> = Refused & {
  code: Code
  details: Code extends keyof Details ? Details[Code] : Refusal
}

/** Whether an error is a refusal, and for this reason. */
export const isRefused = <Code extends AnyCode = AnyCode>(
  error: unknown,
  code?: Code,
): error is RefusedWith<Code> => error instanceof Refused && (code === undefined || error.code === code)

/** Whether the same request may succeed in a while. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Offline || (error instanceof Refused && (error.status >= 500 || error.status === 429))

/** The refusal in an answer with this body. */
export const refusalOf = ({ status, headers }: Response, body: string): Refused => {
  const details = parsed(body)
  const retrySeconds = Number(headers.get('Retry-After')) || 0
  const told = Array.isArray(details)
    ? { code: 'invalid_fields', fields: details, message: details.map((field) => field?.message).join(' ') }
    : Object(details)
  const { code = 'unknown', message = `refused with ${status}`, fields = [], requestId } = told
  return new Refused(message, { status, code, fields, details, retrySeconds, requestId })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
