import type { FieldError, RefusalCode } from '../contract/wire.ts'

/** A request that the service turns down. Carries public words only; what the operator needs is in `cause`. */
export class Refused extends Error {
  readonly status: number
  readonly body: Record<string, unknown> | FieldError[]
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: Refused['body'],
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(Array.isArray(body) ? 'the body does not fit its schema' : String(body.message), {
      cause: options.cause,
    })
    this.status = status
    this.body = body
    this.headers = options.headers ?? {}
  }
}

export const badRequest = (message = 'The request could not be understood.') =>
  refused(400, 'bad_request', message)

export const invalidCredentials = () =>
  refused(401, 'invalid_credentials', 'These credentials are not valid.')

/** RFC 6750 §3: says how to authenticate, and nothing about what was wrong. */
export const unauthorized = () =>
  refused(401, 'unauthorized', 'A valid access token is required.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

export const notFound = () => refused(404, 'not_found', 'There is nothing here.')

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

export const invalidFields = (items: FieldError[]) => new Refused(422, items)

export const emailTaken = () =>
  invalidFields([{ message: 'The email has already been taken', rule: 'database.unique', field: 'email' }])

export const tooManyAttempts = (retrySeconds: number) =>
  refused(429, 'too_many_attempts', 'Too many attempts. Please try again later.', {
    headers: retryAfter(retrySeconds),
  })

export const headersTooLarge = () => refused(431, 'headers_too_large', 'The request headers are too large.')

/** A bug: says nothing about why, only where the operator finds it. */
export const internalError = (requestId: string) =>
  new Refused(500, {
    message: 'Something went wrong.',
    code: 'internal_error' satisfies RefusalCode,
    requestId,
  })

/** Overloaded, or the database is away. */
export const unavailable = (cause?: unknown) =>
  refused(503, 'unavailable', 'The service is not available at the moment.', {
    headers: retryAfter(1),
    cause,
  })

const refused = (
  status: number,
  code: RefusalCode,
  message: string,
  options: { headers?: Record<string, string>; cause?: unknown } = {},
) => new Refused(status, { message, code }, options)

const retryAfter = (seconds: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) })
