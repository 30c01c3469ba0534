import { unavailable } from '../errors.ts'

/** A row that must be the only one of its kind is there already. */
export class UniqueViolation extends Error {
  readonly constraint: string

  constructor(constraint: string, cause: unknown) {
    super(`unique violation of ${constraint}`, { cause })
    this.constraint = constraint
  }
}

/** Turns a driver's error into ours: a unique violation, a 503, or itself, which is a bug. */
export const translated = (error: unknown): unknown => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint) return new UniqueViolation(constraint, error)
  if (isAway(error)) return unavailable(error)
  return error
}

/** Whether the connection that an error came from must not be used again. */
export const isBroken = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string }
  // a statement prepared before the schema changed under it; a primary that has become a replica
  return isLost(error) || ['0A000', '26000', '25006'].includes(code)
}

const isAway = (error: unknown) => {
  const { code = '' } = error as { code?: string }
  return isLost(error) || isTooSlow.includes(code) || code === '25006' || code.startsWith('53')
}

// query_canceled by statement_timeout, lock_not_available, serialization_failure, deadlock_detected
const isTooSlow = ['57014', '55P03', '40001', '40P01']

const isLost = (error: unknown) => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    code.startsWith('08') || code.startsWith('57P') || systemCodes.has(code) || lostMessages.test(message)
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
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout (exceeded|expired)|server closed the connection|The server does not support SSL|pgbouncer)/i
