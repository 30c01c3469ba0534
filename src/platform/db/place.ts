import pg from 'pg'
import { errorCode } from '../properties-of.ts'
import { faultOf } from './failures.ts'

/** Where a database is, for people: without user name or password. */
export type Place = { setting: 'DATABASE_URL' | 'DATA_DIR'; words: string }

/** The server, port and name that an address leads to, with what the driver adds to it; or the folder. */
export const placeOf = ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined
  dataDir: string
}): Place => {
  if (!databaseUrl) return { setting: 'DATA_DIR', words: `the embedded database in ${dataDir}` }
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl })
  return { setting: 'DATABASE_URL', words: `database ${database} at ${host}:${port}` }
}

/** Says why a database cannot be used, and by which setting it was named. What is not its fault stays as it is. */
export const explained = (place: Place, error: unknown): unknown => {
  const fault = faultOf(error)
  if (!fault) return error
  return new Error(`${place.setting}: ${place.words} cannot be used: ${reasonOf(fault)}`, { cause: error })
}

/** A fault in words. Drivers leave some empty, and speak of what they did rather than of what the server did not. */
export const reasonOf = (fault: Error): string => {
  const { message } = fault
  if (/timeout/i.test(message)) return `it does not answer (${message})`
  return message || (fault instanceof AggregateError && fault.errors[0]?.message) || errorCode(fault)
}
