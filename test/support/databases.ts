import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Db } from '../../src/platform/db/db.ts'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { hostsOf } from '../../src/platform/db/hosts.ts'
import { lookAtServer } from '../../src/platform/db/look-at-server.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { joinServers, sealTemplate, spreadTemplate } from './citus.ts'
import { type Cluster, query, startCluster } from './cluster.ts'
import { databaseOn, onEach, serversOf } from './servers.ts'

/** What the test files clone: `env` leads them there. */
export type Template = { env: Record<string, string>; name: string; isCitus: boolean; end(): unknown }

export const embeddedTemplate = async (workspace: string): Promise<Template> => {
  const folder = join(workspace, 'template')
  await migrated(await openEmbedded(folder))
  return { env: { TEST_TEMPLATE_DIR: folder }, name: 'the embedded database', isCitus: false, end() {} }
}

/** On the server that is named, or on one of its own, which `onStart` gets as soon as there is something to kill. */
export const postgresTemplate = async (
  named: string | undefined,
  onStart: (cluster: Cluster) => void,
): Promise<Template> => {
  const cluster = named ? undefined : await startCluster().catch(despair)
  if (cluster) onStart(cluster)
  const url = cluster?.url ?? (await serving(`${named}`).catch(despair))
  const [server] = await query(url, 'show server_version').catch(despair)
  const servers = await serversOf(url)
  const isCitus = servers.length > 1
  const template = `sallyport_template_${randomBytes(6).toString('hex')}`
  await onEach(servers, `create database ${template}`)
  if (isCitus) await joinServers(servers, template)
  await migrated(openPostgres(databaseOn(url, template), () => {}))
  if (isCitus) {
    await spreadTemplate(url, template)
    await sealTemplate(servers, template)
  }
  return {
    env: {
      TEST_DATABASE_URL: url,
      TEST_SERVERS: servers.join(' '),
      TEST_TEMPLATE: template,
      TEST_SERVER_IS_OURS: cluster ? '1' : '',
    },
    name: `PostgreSQL ${server?.server_version}${isCitus ? `, spread by Citus over ${servers.length - 1} workers` : ''}`,
    isCitus,
    end: () => cluster?.stop() ?? dropClones(servers, template),
  }
}

/** The server that takes writes, where several are named. */
const serving = async (list: string): Promise<string> => {
  const { urls } = hostsOf(list)
  for (const url of urls.length > 1 ? urls : []) {
    const look = await lookAtServer(url).catch(() => undefined)
    if (look && !look.isStandby && !look.isReadOnly) return url
  }
  if (urls.length > 1) throw new Error('No server of TEST_DATABASE_URL takes writes')
  return list
}

const despair = (cause: unknown): never => {
  const cure = 'Name a server by TEST_DATABASE_URL, or go without one by SKIP_POSTGRES=1.'
  throw new Error(`*** THERE IS NO REAL POSTGRESQL TO TEST ON ***\n${cure}`, { cause })
}

const migrated = async (db: Db): Promise<void> => {
  await migrate(db).finally(() => db.close())
}

/** The template, and the test files' databases, which are named after it. */
const dropClones = async (servers: readonly string[], template: string): Promise<void> => {
  for (const server of servers) {
    const clones = await query(
      server,
      `select datname from pg_database where starts_with(datname, '${template}')`,
    )
    for (const { datname } of clones) await query(server, `drop database "${datname}" with (force)`)
  }
}
