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
  /** The provider, or the person there, ended the sign-in. `details.error` says how: see `OAuthErrorCode`. */
  | 'redirect_failed'
  /** This place lacks something that cannot be done without: the message names it. Nothing was sent. */
  | 'unsupported'
  /** Of a visit that is read-only: the access token is too old, and the cookie of a new one could not be set. */
  | 'needs_refresh'
  /** Of a token checker: the person proved too long ago who they are (RFC 9470). */
  | 'insufficient_user_authentication'

/** What a refusal tells beside its code. */
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

// bundlers put a second copy of a module into an application, whose `instanceof` would not know the first one's errors
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
 * The service, or something on the way to it, said no.
 *
 * @example
 * if (isRefused(error, 'wrong_code')) show(`${error.details.attemptsLeft} tries left`)
 */
export class Refused extends branded('Refused') {
  /** The status of the answer; 0 when the refusal is the client's own. */
  readonly status: number = 0
  /** Stable: switch over this one, and expect codes that are new. The `message` is for people. */
  declare readonly code: AnyCode | (string & {})
  /** The fields that are wrong. Only a 422 has any. */
  readonly fields: readonly FieldError[] = []
  /** The answer as it came. {@link isRefused} types it by code. */
  declare readonly details: unknown
  /** Seconds to wait before the next try; 0 when the answer does not say. */
  readonly retrySeconds: number = 0
  /** By which the operator finds it in the log. */
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

/** Nobody could be asked: no network, no answer in time, or the service is down. Whoever was signed in still is. */
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

/** Whether the same request may be answered otherwise in a while. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Offline || (error instanceof Refused && (error.status >= 500 || error.status === 429))

/** The refusal that an answer with this body is. */
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
