import pg from 'pg'
import { isLoopbackHost } from '../addresses.ts'
import { hostsOf } from './hosts.ts'
import { serverName } from './place.ts'

/** A server that somebody on the way could impersonate. `lacks`: what would prevent that. */
export type Unprotected = { name: string; lacks: 'TLS' | 'a check of its certificate' }

/** Those of other hosts that are not reached over TLS with a certificate that is checked (ASVS 5.0 12.3.1, 12.3.2). */
export const unprotectedServers = (databaseUrl: string | undefined): Unprotected[] =>
  databaseUrl ? hostsOf(databaseUrl).urls.flatMap(lookAt) : []

export const tlsRemedy =
  'Add sslmode=verify-full to DATABASE_URL (docs/production.md). Where nobody else is on the way, DATABASE_TLS=off says so.'

/** As the driver reads the address: `ssl` is the result of `sslmode` and PGSSLMODE. */
const lookAt = (url: string): Unprotected[] => {
  const { host, ssl } = new pg.Client({ connectionString: url })
  if (host.startsWith('/') || isLoopbackHost(host)) return []
  const name = serverName(url)
  if (!ssl) return [{ name, lacks: 'TLS' }]
  return Object(ssl).rejectUnauthorized === false ? [{ name, lacks: 'a check of its certificate' }] : []
}
