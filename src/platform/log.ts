import pino, { type DestinationStream, type Logger } from 'pino'
import { propertiesOf } from './properties-of.ts'

export const newLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, formatters: { level: (name) => ({ level: name }) }, serializers: { err: tellable } },
    destination ?? pino.destination(1),
  )

// Drivers attach statements, parameters and rows to their errors: password hashes, seeds, addresses.
const tellable = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  const { code, constraint, table } = propertiesOf(error)
  return {
    type: name,
    message,
    code,
    constraint,
    table,
    stack,
    ...(cause !== undefined && { cause: tellable(cause) }),
  }
}
