import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { atEnd } from './at-end.ts'
import { spreadTemplate } from './citus.ts'
import { type CitusNode, citusCluster } from './citus-cluster.ts'
import { query } from './cluster.ts'
import { freePort } from './free-port.ts'

export type SpreadServers = {
  coordinator: CitusNode
  workers: CitusNode[]
  /** The worker with the rows that have this value in the table's distribution column. */
  workerOf(table: string, value: string): Promise<CitusNode>
}

// the guide says so, too
const more = "citus.recover_2pc_interval = '1s'\n"

/** A coordinator and three workers for one test file, which sync their commits, with a distributed database. */
export const startSpreadServers = async (): Promise<SpreadServers> => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-citus-'))
  // for PostgreSQL's own user
  chmodSync(folder, 0o711)
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
  const nodes = await citusCluster(folder, ports, { durable: true, more })
  atEnd(async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    rmSync(folder, { recursive: true, force: true })
  })
  const [coordinator, ...workers] = nodes as [CitusNode, ...CitusNode[]]
  const db = openPostgres(coordinator.url, () => {})
  await migrate(db).finally(() => db.close())
  await spreadTemplate(coordinator.url, 'postgres')
  return {
    coordinator,
    workers,
    workerOf: async (table, value) => {
      const [place] = await query(
        coordinator.url,
        `select nodeport as port from pg_dist_shard_placement
         where shardid = get_shard_id_for_distribution_column('${table}', '${value}')`,
      )
      return workers.find(({ url }) => new URL(url).port === `${place?.port}`) as CitusNode
    },
  }
}
