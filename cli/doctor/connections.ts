import { hostsOf } from '../../src/platform/db/hosts.ts'
import { serverName } from '../../src/platform/db/place.ts'
import { maxConnections } from '../../src/platform/db/pool.ts'
import { poolerAt } from '../../src/platform/db/pooler.ts'
import { type ConnectionUse, connectionUse } from '../../src/platform/db/server.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

export const connectionsCheck: Check = {
  name: 'connections',
  run: async (facts) => {
    const { databaseUrl } = facts.settings('databaseUrl')
    if (!databaseUrl) return []
    const db = await facts.database()
    const { urls } = hostsOf(databaseUrl)
    const pooler = await poolerAt(urls.find((url) => serverName(url) === db.server?.()) ?? databaseUrl)
    if (pooler === 'by statement')
      return [fail('A pooler refuses transactions.', 'Set pool_mode = transaction in PgBouncer.')]
    if (pooler === 'usable') return [ok('A pooler shares connections, and transactions work through it.')]
    return [roomIn(await connectionUse(db))]
  },
}

/** A process takes up to ten. Two run side by side while one version replaces another. */
const roomIn = ({ room, others, ours }: ConnectionUse): Finding => {
  const processes = Math.max(0, Math.floor(room / maxConnections))
  const count = `${processes} ${processes === 1 ? 'process' : 'processes'}`
  const message = `There is room for ${count} of ${maxConnections} connections each: we may have ${room}, and have ${ours}; others have ${others}.`
  if (processes === 0) return fail(message, remedy)
  return processes === 1 ? warn(message, `To upgrade without a pause two are needed. ${remedy}`) : ok(message)
}

const remedy =
  'Raise max_connections, or the limit of the role or database; or put PgBouncer in front, in transaction mode.'
