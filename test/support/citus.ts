import { spread } from '../../src/modules.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { distribute } from '../../src/platform/db/spreading/distribute.ts'
import { query } from './cluster.ts'
import { databaseOn, onEach } from './servers.ts'

// few, because each is a file of each table and each of its indexes, in every database of a test
const shards = 4

/** Makes a cluster's database of databases of one name, as `create extension` alone does not. */
export const joinServers = async (servers: readonly string[], name: string): Promise<void> => {
  const [coordinator = '', ...workers] = servers.map((server) => databaseOn(server, name))
  await onEach([coordinator, ...workers], 'create extension if not exists citus')
  await query(coordinator, `select citus_set_coordinator_host(${placeOf(coordinator)})`)
  for (const worker of workers) await query(coordinator, `select citus_add_node(${placeOf(worker)})`)
}

export const spreadTemplate = async (server: string, name: string): Promise<void> => {
  const url = new URL(databaseOn(server, name))
  url.searchParams.set('options', `-c citus.shard_count=${shards}`)
  const db = openPostgres(url.href, () => {})
  await distribute(db, spread).finally(() => db.close())
}

/** Citus's own connections would keep a database from being copied. */
export const sealTemplate = async (servers: readonly string[], name: string): Promise<void> => {
  await onEach(servers, `alter database ${name} with allow_connections false`)
  await onEach(
    servers,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  )
}

const placeOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return `'${hostname}', ${port}`
}
