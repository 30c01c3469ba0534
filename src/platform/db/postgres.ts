import pg from 'pg'
import { unavailable } from '../errors.ts'
import { propertiesOf } from '../properties-of.ts'
import type { Db, Runner, TransactionOptions } from './db.ts'
import { isBroken, translated, unreachable } from './failures.ts'
import { scopeOf } from './scope.ts'
import { hasCitus, isSpreadIn } from './spreading/recognise.ts'
import { prepared } from './sql.ts'

/** Of a process. */
export const maxConnections = 10
const waitMs = 1_000
const statementMs = 3_000
const lockMs = 2_000
// a process that stops dead in a transaction must not hold its locks: those of a user, or of the feed
const idleMs = 10_000
// for a server that is silent rather than slow: the client gives up shortly after the server should have
const silenceMs = statementMs + 2_000

/**
 * A pool of connections to a PostgreSQL server. Nothing is connected until the first statement; while the server is
 * away every statement is refused with 503, and the pool recovers by itself.
 * @param noticeLoss told of each idle connection that was lost
 */
export const openPostgres = (url: string, noticeLoss: (error: Error) => void): Db => {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
    query_timeout: silenceMs,
    keepAlive: true,
    application_name: 'sallyport',
    // what a transaction sends without waiting travels together
    pipeline: true,
    onConnect: async (client) => {
      await prepareConnection(client)
      isSpread = spread.has(client)
    },
  })
  let isSpread = false
  pool.on('error', noticeLoss)
  // the pool listens to idle connections only: one that is lost between two statements would end the process
  pool.on('connect', (client) => client.on('error', () => broken.add(client)))

  const withClient = async <Result>(use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch((error) => {
      // all connections at work: too much is asked of the database, and nothing is wrong with it
      const isBusy = pool.totalCount === maxConnections && pool.idleCount === 0
      throw isBusy
        ? unavailable(new Error('all connections to the database are at work'))
        : unreachable(error)
    })
    try {
      return await use(client)
    } catch (error) {
      throw (await isBlind(client, error)) ? unreachable(error) : error
    } finally {
      client.release(broken.has(client))
    }
  }

  return {
    run: (statement) => withClient((client) => on(client).run(statement)),
    script: (text) => withClient((client) => on(client).script(text)),
    transaction: (work, options) => withClient((client) => transactionOn(client, work, options)),
    isSpread: () => isSpread,
    close: () => pool.end(),
    connections: () => {
      const { totalCount, idleCount, waitingCount } = pool
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
  }
}

// PgBouncer in transaction mode hands each transaction to another server connection, where a statement prepared
// through this client may not exist. It betrays itself: the process id it announced is not the backend's.
const pooled = new WeakSet<pg.ClientBase>()

const deadlines = (scope: 'session' | 'local') =>
  Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  })
    .map(([name, ms]) => `set ${scope} ${name} = ${ms}`)
    .join('; ')

// Every statement here finds its rows by an index. A table whose statistics are old, or that is small today, must not
// make the planner read all of it, and keep that plan.
const plans = ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `set enable_${way} = off`).join('; ')

// Citus chooses the server by the values of a statement, which a generic plan doesn't know.
const planning = (client: pg.ClientBase) => (spread.has(client) ? 'auto' : 'force_generic_plan')

const spread = new WeakSet<pg.ClientBase>()

const prepareConnection = async (client: pg.ClientBase) => {
  const { rows } = await client.query(`select pg_backend_pid() as pid, ${hasCitus}`)
  if (rows[0].hasCitus && (await isSpreadIn(client))) spread.add(client)
  if (rows[0].pid === propertiesOf(client).processID) {
    await client.query(
      `${deadlines('session')}; ${plans}; set jit = off; set plan_cache_mode = ${planning(client)}`,
    )
  } else {
    pooled.add(client)
  }
}

const on = (client: pg.PoolClient, deadline: Deadline = {}): Runner => ({
  run: async (statement) => {
    const { name, text, values } = prepared(statement)
    const unnamed = { text, values, ...deadline }
    const { rows } = await send(client, pooled.has(client) ? unnamed : { name, ...unnamed })
    return rows
  },
  script: async (text) => {
    await send(client, { text, ...deadline })
  },
})

type Deadline = { query_timeout?: number }
// to the driver, 0 stands for the pool's own
const patient: Deadline = { query_timeout: 24 * 60 * 60 * 1_000 }

const transactionOn = async <Result>(
  client: pg.PoolClient,
  work: (runner: Runner) => Promise<Result>,
  { isPatient = false }: TransactionOptions = {},
) => {
  const begun = send(client, { text: pooled.has(client) ? `begin; ${deadlines('local')}` : 'begin' })
  begun.catch(() => {})
  const { runner, end, causeOf } = scopeOf(on(client, isPatient ? patient : {}))
  try {
    if (isPatient) await send(client, { text: 'set local statement_timeout = 0; set local lock_timeout = 0' })
    const result = await work(runner)
    await begun
    end()
    await send(client, { text: 'commit' })
    return result
  } catch (error) {
    end()
    // a connection on which even this fails is discarded, and the server rolls back by itself
    await send(client, { text: 'rollback' }).catch(() => broken.add(client))
    throw causeOf(error)
  }
}

/** Without the right to the schema, PostgreSQL says of every table that it does not exist. */
const isBlind = async (client: pg.PoolClient, error: unknown): Promise<boolean> => {
  if (Object(error).code !== '42P01') return false
  const { rows } = await client.query('select current_schema() as schema').catch(() => ({ rows: [] }))
  return rows[0]?.schema === null
}

const broken = new WeakSet<pg.ClientBase>()

const send = async (client: pg.PoolClient, query: pg.QueryConfig) => {
  try {
    return await client.query(query)
  } catch (error) {
    if (isBroken(error)) broken.add(client)
    throw translated(error)
  }
}
