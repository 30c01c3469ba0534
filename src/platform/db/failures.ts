import { isUnavailable, Refused, unauthorized, unavailable } from '../errors.ts'
import { errorCode, errorMessage, propertiesOf } from '../properties-of.ts'
import { isOfWorker } from './spreading/of-worker.ts'

export class UniqueViolation extends Error {
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`unique violation of ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/**
 * A unique violation, a 503, a 401 for a deleted user, or the error itself, which is a bug.
 * @param isSpread whether it comes from Citus
 */
export const translated = (error: unknown, isSpread = false): unknown => {
  const code = errorCode(error)
  // Citus has this code for what it refuses, and for violations on its way, too: none of that is temporary
  if (isSpread && code === 'XX000' && !isServerLost.test(errorMessage(error))) return error
  const constraint = constraintOf(error)
  if (code === '23505' && constraint) return new UniqueViolation(constraint, error)
  // the account was deleted while a row was being added to it
  if (code === '23503' && constraint.endsWith('_user_id_fkey')) return unauthorized()
  if (isFault(error) || isTooSlow(error) || isBroken(error)) return unavailable(error)
  return error
}

const isServerLost = /connect|terminat|server closed|SSL|timed? ?out|could not commit|failed to prepare/i

/** What servers of Citus report names it only at the end of the message, and with a shard's number. */
const constraintOf = (error: unknown): string => {
  const { constraint } = propertiesOf(error)
  const name = constraint ? String(constraint) : (/(\w+)\W*$/.exec(errorMessage(error))?.[1] ?? '')
  return name.replace(/_\d+$/, '')
}

/** Whether the connection must not be used again. */
export const isBroken = (error: unknown): boolean => {
  const code = errorCode(error)
  // the schema changed under a prepared statement; a primary became a replica
  return (
    isLost(error) ||
    ['26000', '25006'].includes(code) ||
    /^cached plan must not change/.test(errorMessage(error))
  )
}

/** Whether the server behind the connection should be left: it is gone, on its way down, or takes no more writes. */
export const isAway = (error: unknown): boolean => errorCode(error) === '25006' || isLost(error)

/** The outage behind a refusal, if any. A slow statement or a locked row is none. */
export const faultOf = (error: unknown): Error | undefined => {
  const cause = error instanceof Refused ? error.cause : undefined
  return cause instanceof Error && isFault(cause) ? cause : undefined
}

/** Whether waiting may help: the server is away, starting, silent, full, or about to be promoted. */
export const isPassing = (error: unknown): boolean => {
  const code = errorCode(error)
  if (/does not support SSL/.test(errorMessage(error))) return false
  // of several servers, one may come back while another refuses
  if (error instanceof AggregateError && error.errors.some(isPassing)) return true
  return isLost(error) || code.startsWith('53') || code === '25006'
}

/** A full or broken disk, which a small write may not notice. */
export const isOfStorage = (error: unknown): boolean =>
  /^(531|58|XX)/.test(errorCode(error)) && !isOfWorker(error)

export const unreachable = (error: unknown): Refused => {
  faults.add(Object(error))
  return unavailable(error)
}

const faults = new WeakSet<object>()

const isFault = (error: unknown) => {
  const code = errorCode(error)
  return isLost(error) || faultCodes.test(code) || faults.has(Object(error))
}

// wrong password, no such database or schema, missing rights, read-only, out of space or connections,
// the server's own disk, memory and data
const faultCodes = /^((28|3D|3F|53|58|XX)...|25006|42501|55000)$/

// query_canceled by statement_timeout, lock_not_available, serialization_failure, deadlock_detected
const isTooSlow = (error: unknown) => ['57014', '55P03', '40001', '40P01'].includes(errorCode(error))

/** Whether it lost against others' locks, and may be retried. */
export const isContended = (error: unknown): boolean =>
  isTooSlow(error instanceof Refused ? error.cause : error)

/** Whether a retry may succeed: the refusal was not for a slow statement, which may be slow each time. */
export const isMomentary = (error: unknown): boolean =>
  isUnavailable(error) && errorCode(Object(error).cause) !== '57014'

const isLost = (error: unknown) => {
  const code = errorCode(error)
  return (
    /^(08...|57P..|25P0[34])$/.test(code) || systemCodes.has(code) || lostMessages.test(errorMessage(error))
  )
}

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

// pg and pg-pool give these no code
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout (exceeded|expired)|server closed the connection|The server does not support SSL|pgbouncer)/i
