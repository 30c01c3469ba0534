import pg from 'pg'
import { errorMessage, propertiesOf } from '../properties-of.ts'
import { answerWithin, lateAnswer, statementMs } from './answer-within.ts'
import { isAway, isBroken } from './failures.ts'
import type { Target } from './hosts.ts'
import { byIndex, genericPlans } from './plans.ts'
import { isOfWorker } from './spreading/of-worker.ts'
import { hasCitus, type Spreading, spreadingIn } from './spreading/recognise.ts'

/** Of a process. */
export const maxConnections = 10
const lockMs = 2_000
// a process that stops dead in a transaction must not hold its locks: those of a user, or of the feed
const idleMs = 10_000
// of a coordinator of Citus to one of its workers
const workerMs = 1_000

// PgBouncer in transaction mode hands each transaction to another server connection, where a statement prepared
// through this client may not exist. It betrays itself: the process id it announced is not the backend's.
const pooled = new WeakSet<pg.ClientBase>()
const targets = new WeakMap<pg.ClientBase, Target>()
const spreadings = new WeakMap<pg.ClientBase, Spreading>()
const demoted = new WeakSet<pg.ClientBase>()
const broken = new WeakSet<pg.ClientBase>()
const away = new WeakSet<pg.ClientBase>()

/** Whether a pooler stands before the server. */
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client)

/** Whether another server may be behind this connection than the one that was looked at when it was opened. */
export const isUncertain = (client: pg.ClientBase): boolean =>
  pooled.has(client) && targets.get(client) !== 'any'

/** How Citus has spread the rows behind it over several servers, if it has. */
export const spreadingBehind = (client: pg.ClientBase): Spreading | undefined => spreadings.get(client)

export const isSpreadBehind = (client: pg.ClientBase): boolean => spreadings.has(client)

/** @throws if its server has said since it was opened that it takes no more writes */
export const requireUndemoted = (client: pg.ClientBase): void => {
  if (demoted.has(client)) throw notServing('it has become read-only')
}

/** Connections to one server. */
export const newPool = (url: string, connectMs: number, target: Target): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'sallyport',
    // what a transaction sends without waiting travels together
    pipeline: true,
    onConnect: (client) => prepareConnection(client, connectMs, target),
  })
  // the pool listens to idle connections only: one that is lost between two statements would end the process
  pool.on('connect', (client) => client.on('error', () => broken.add(client)))
  return pool
}

/** Remembers what a failure says of the connection, and of the server behind it. */
export const noteFailure = (client: pg.ClientBase, error: unknown): void => {
  // its own server could tell
  if (isOfWorker(error) && isAway(error)) return
  if (isBroken(error)) broken.add(client)
  // a silent worker keeps the coordinator from answering
  if (isAway(error) && !(isSpreadBehind(client) && isSilence(error))) away.add(client)
}

const isSilence = (error: unknown) => errorMessage(error) === lateAnswer

/** It will not be used again. */
export const discard = (client: pg.ClientBase): void => void broken.add(client)

/** Whether it must not be used again. */
export const isUnusable = (client: pg.ClientBase): boolean => broken.has(client)

/** Whether the server behind it should be left. */
export const isServerAway = (client: pg.ClientBase): boolean => away.has(client)

type Scope = 'session' | 'local'

/** The deadlines, and how instants are written and days counted, which a server, database or role may set otherwise. */
export const ownSettings = (scope: Scope): string =>
  settings(
    {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleMs,
      datestyle: 'ISO',
      timezone: 'UTC',
    },
    scope,
  )

const settings = (all: Record<string, string | number>, scope: Scope = 'session') =>
  Object.entries(all)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ')

// Citus chooses the server by the values of a statement, which a generic plan doesn't know.
// It waits half a minute for a connection to one that is silent, and keeps ours from everybody meanwhile.
const planning = (client: pg.ClientBase) =>
  isSpreadBehind(client)
    ? { plan_cache_mode: 'auto', 'citus.node_connection_timeout': workerMs }
    : genericPlans

/** What a server that may not serve fails by: the same as a write to it. */
const notServing = (why: string): Error => Object.assign(new Error(why), { code: '25006' })

const role = `pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`

const prepareConnection = async (client: pg.ClientBase, connectMs: number, target: Target) => {
  targets.set(client, target)
  watchRole(client, target)
  const asked = { text: `select pg_backend_pid() as pid, ${role}, ${hasCitus}` }
  const { rows } = await answerWithin(client, asked, connectMs)
  requireServing(rows[0], target)
  const spreading = rows[0].hasCitus ? await spreadingIn(client) : undefined
  if (spreading) spreadings.set(client, spreading)
  if (rows[0].pid === propertiesOf(client).processID) {
    const text = `${ownSettings('session')}; ${settings({ ...byIndex, ...planning(client) })}`
    await answerWithin(client, { text })
  } else {
    pooled.add(client)
  }
}

/** Asks in a transaction whether its server may serve. @throws if it may not */
export const checkRole = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await answerWithin(client, { text: `select ${role}` })
  requireServing(rows[0], targets.get(client))
}

const requireServing = ({ isStandby = false, isReadOnly = false } = {}, target?: Target) => {
  if (isStandby && target !== 'any') throw notServing('it is a standby')
  if (isReadOnly && target === 'read-write') throw notServing('it can only be read')
}

/** What the server reports by itself, ahead of the end of the next statement, when it changes. */
const roles: Record<Target, readonly string[]> = {
  'read-write': ['in_hot_standby', 'default_transaction_read_only'],
  primary: ['in_hot_standby'],
  any: [],
}

const watchRole = (client: pg.ClientBase, target: Target) => {
  const { connection } = propertiesOf(client)
  ;(connection as NodeJS.EventEmitter).on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (!roles[target].includes(parameterName) || parameterValue !== 'on') return
    demoted.add(client)
    away.add(client)
  })
}
