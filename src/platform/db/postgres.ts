import type pg from 'pg'
import { isSpreadBehind } from './connection/behind.ts'
import { isServerAway, isUnusable } from './connection/faults.ts'
import { isUncertain } from './connection/role.ts'
import { runnerOn, send } from './connection/send.ts'
import { runChecked, transactionOn } from './connection/transaction.ts'
import type { Db } from './db.ts'
import { unreachable } from './failures.ts'
import { hostsOf } from './hosts.ts'
import { type ServerNews, serversOf } from './serving.ts'

/**
 * Connections to a PostgreSQL server, or to the one of several that takes writes. Connects with the first statement.
 * While the server is away every statement is refused with 503; recovery is automatic.
 * @param noticeLoss called for each idle connection that was lost
 * @param noticeServer called with the server that serves, of several, whenever that changes
 */
export const openPostgres = (
  url: string,
  noticeLoss: ServerNews['loss'],
  noticeServer: ServerNews['server'] = () => {},
): Db => {
  const servers = serversOf(hostsOf(url), { loss: noticeLoss, server: noticeServer })

  let isSpread = false

  const withClient = async <Result>(use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const { client, leave } = await servers.connect()
    isSpread = isSpreadBehind(client)
    try {
      return await use(client)
    } catch (error) {
      throw (await isBlind(client, error)) ? unreachable(error) : error
    } finally {
      if (isServerAway(client)) leave()
      client.release(isUnusable(client))
    }
  }

  return {
    run: (statement) =>
      withClient((client) =>
        isUncertain(client) ? runChecked(client, statement) : runnerOn(client).run(statement),
      ),
    script: (text) => withClient((client) => runnerOn(client).script(text)),
    transaction: (work, options) => withClient((client) => transactionOn(client, work, options)),
    isSpread: () => isSpread,
    close: servers.close,
    server: () => servers.serving()?.name,
    connections: () => {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = servers.serving()?.pool ?? {}
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
  }
}

/** Without rights on the schema, PostgreSQL reports every table as missing. */
const isBlind = async (client: pg.PoolClient, error: unknown): Promise<boolean> => {
  if (Object(error).code !== '42P01') return false
  const asked = send(client, { text: 'select current_schema() as schema' })
  const { rows } = await asked.catch(() => ({ rows: [] }))
  return rows[0]?.schema === null
}
