import { tlsRemedy, type Unprotected, unprotectedServers } from '../../src/platform/db/unprotected.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

export const databaseTlsCheck: Check = {
  name: 'database-tls',
  run: async (facts) => {
    const { databaseUrl, databaseTls } = facts.settings('databaseUrl', 'databaseTls')
    if (!databaseUrl) return []
    const unprotected = unprotectedServers(databaseUrl)
    if (unprotected.length === 0)
      return [ok('The database is on this machine, or reached over TLS with a certificate that is checked.')]
    return unprotected.map(databaseTls === 'off' ? accepted : told)
  },
}

const accepted = ({ name, lacks }: Unprotected): Finding =>
  ok(`The connection to ${name} lacks ${lacks}, and DATABASE_TLS=off accepts that.`)

const told = ({ name, lacks }: Unprotected): Finding =>
  (lacks === 'TLS' ? fail : warn)(`The connection to ${name} lacks ${lacks}.`, tlsRemedy)
