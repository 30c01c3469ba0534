import { isIPv6 } from 'node:net'
import pg from 'pg'
import { errorCode } from '../properties-of.ts'
import { faultOf } from './failures.ts'
import { hostsOf } from './hosts.ts'
import { workerIn } from './spreading/of-worker.ts'

/** Where a database is, without credentials. */
export type Place = { setting: 'DATABASE_URL' | 'DATA_DIR'; words: string }

export const placeOf = ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined
  dataDir: string
}): Place => {
  if (!databaseUrl) return { setting: 'DATA_DIR', words: `the embedded database in ${dataDir}` }
  const { urls } = hostsOf(databaseUrl)
  const { database } = new pg.Client({ connectionString: urls[0] })
  return { setting: 'DATABASE_URL', words: `database ${database} at ${urls.map(serverName).join(', ')}` }
}

/** Host and port of one server, as the driver takes them. */
export const serverName = (url: string): string => {
  const { host, port } = new pg.Client({ connectionString: url })
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Adds the setting that named the database to an outage. Other errors stay as they are. */
export const explained = (place: Place, error: unknown): unknown => {
  const fault = faultOf(error)
  if (!fault) return error
  const hint = isUntrusted(fault) ? trustHint : ''
  return new Error(`${place.setting}: ${place.words} cannot be used: ${reasonOf(fault)}${hint}`, {
    cause: error,
  })
}

/** Error codes of Node and OpenSSL for an untrusted certificate. */
export const isUntrusted = (fault: Error): boolean => /^[A-Z_]*(CERT|ISSUER|ALTNAME)/.test(errorCode(fault))

const trustHint = '. sslmode checks it: name an authority of your own as sslrootcert (docs/settings.md)'

/** Drivers leave some messages empty, and describe their own state rather than the server's; Citus leaves out which worker it was. */
export const reasonOf = (fault: Error): string => {
  const { message } = fault
  const worker = workerIn(fault)
  if (worker && !message.includes(worker)) return `${worker}: ${message}`
  if (fault instanceof AggregateError) return message || fault.errors[0]?.message || errorCode(fault)
  if (/timeout/i.test(message)) return `it does not answer (${message})`
  return message || errorCode(fault)
}
