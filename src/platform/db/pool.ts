import pg from 'pg'
import { propertiesOf } from '../properties-of.ts'
import { answerWithin } from './answer-within.ts'
import { isSpreadBehind, notePooler, noteSpreading } from './connection/behind.ts'
import { noteLoss } from './connection/faults.ts'
import { requireServing, role, watchRole } from './connection/role.ts'
import { ownSettings, settingStatements } from './connection/settings.ts'
import type { Target } from './hosts.ts'
import { byIndex, genericPlans } from './plans.ts'
import { hasCitus, spreadingIn } from './spreading/recognise.ts'

/** Per process. */
export const maxConnections = 10
// from a Citus coordinator to one of its workers
const workerMs = 1_000

/** Connections to one server. */
export const newPool = (url: string, connectMs: number, target: Target): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'sallyport',
    // statements of a transaction sent without waiting travel together
    pipeline: true,
    onConnect: (client) => prepareConnection(client, connectMs, target),
  })
  // the pool listens to idle connections only: one that is lost between two statements would end the process
  pool.on('connect', (client) => client.on('error', (error) => noteLoss(client, error)))
  return pool
}

const prepareConnection = async (client: pg.ClientBase, connectMs: number, target: Target) => {
  watchRole(client, target)
  const asked = { text: `select pg_backend_pid() as pid, ${role}, ${hasCitus}` }
  const { rows } = await answerWithin(client, asked, connectMs)
  requireServing(rows[0], target)
  const spreading = rows[0].hasCitus ? await spreadingIn(client) : undefined
  if (spreading) noteSpreading(client, spreading)
  if (rows[0].pid === propertiesOf(client).processID) {
    const text = `${ownSettings('session')}; ${settingStatements({ ...byIndex, ...planning(client) })}`
    await answerWithin(client, { text })
  } else {
    notePooler(client)
  }
}

// Citus chooses the server by a statement's values, which a generic plan does not know. It waits half a minute to
// connect to a silent server, and blocks our connection meanwhile.
const planning = (client: pg.ClientBase) =>
  isSpreadBehind(client)
    ? { plan_cache_mode: 'auto', 'citus.node_connection_timeout': workerMs }
    : genericPlans
