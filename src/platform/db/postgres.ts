import type pg from 'pg'
import { answerWithin, streamOf } from './answer-within.ts'
import type { Db, Runner, TransactionOptions } from './db.ts'
import { translated, unreachable } from './failures.ts'
import { hostsOf } from './hosts.ts'
import {
  checkRole,
  discard,
  isPooled,
  isServerAway,
  isSpreadBehind,
  isUncertain,
  isUnusable,
  noteFailure,
  ownSettings,
  requireUndemoted,
  spreadingBehind,
} from './pool.ts'
import { scopeOf } from './scope.ts'
import { type ServerNews, serversOf } from './serving.ts'
import { prepared, type Statement } from './sql.ts'

/**
 * Connections to a PostgreSQL server, of several to the one that takes writes. Nothing is connected until the first
 * statement; while the server is away every statement is refused with 503, and works again by itself.
 * @param noticeLoss told of each idle connection that was lost
 * @param noticeServer told which server of several serves, whenever that changes
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
        isUncertain(client) ? runChecked(client, statement) : on(client).run(statement),
      ),
    script: (text) => withClient((client) => on(client).script(text)),
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

const on = (client: pg.PoolClient, answerMs?: number): Runner => ({
  run: async (statement) => {
    const { name, text, values } = prepared(statement)
    const { rows } = await send(
      client,
      isPooled(client) ? { text, values } : { name, text, values },
      answerMs,
    )
    return rows
  },
  script: async (text) => {
    await send(client, { text }, answerMs)
  },
  isSpread: () => isSpreadBehind(client),
})

const dayMs = 24 * 60 * 60 * 1_000

const begin = async (client: pg.PoolClient) => {
  const text = isPooled(client) ? `begin; ${ownSettings('local')}` : 'begin'
  const roleChecked = isUncertain(client) ? [asking(client, () => checkRole(client))] : []
  await Promise.all([send(client, { text }), ...roleChecked])
}

/**
 * A pooler goes on answering when its server has become a standby, which knows nothing of what other servers were told: a
 * read there could revive a session that was ended. So the server is asked in the same transaction, and the same round trip.
 */
const runChecked = async <Row>(client: pg.PoolClient, statement: Statement<Row>): Promise<Row[]> => {
  const [begun, rows, ended] = await Promise.allSettled([
    begin(client),
    on(client).run(statement),
    send(client, { text: 'commit' }),
  ])
  for (const step of [begun, rows, ended]) if (step.status === 'rejected') throw step.reason
  return (rows as PromiseFulfilledResult<Row[]>).value
}

const transactionOn = async <Result>(
  client: pg.PoolClient,
  work: (runner: Runner) => Promise<Result>,
  { isPatient = false }: TransactionOptions = {},
) => {
  const begun = begin(client)
  begun.catch(() => {})
  const { runner, end, causeOf } = scopeOf(
    committingTogether(client, on(client, isPatient ? dayMs : undefined)),
  )
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
    await send(client, { text: 'rollback' }).catch(() => discard(client))
    throw causeOf(error)
  }
}

/** Before the first change of a row that may lie on another server, two phases are asked for; the question travels with it. */
const committingTogether = (client: pg.PoolClient, runner: Runner): Runner => {
  const spreading = spreadingBehind(client)
  if (!spreading) return runner
  let asked: Promise<unknown> | undefined
  return {
    ...runner,
    run: async (statement) => {
      if (statement.isElsewhere) asked ??= send(client, { text: spreading.inTwoPhases })
      const [rows] = await Promise.all([runner.run(statement), asked])
      return rows
    },
  }
}

/** Without the right to the schema, PostgreSQL says of every table that it does not exist. */
const isBlind = async (client: pg.PoolClient, error: unknown): Promise<boolean> => {
  if (Object(error).code !== '42P01') return false
  const asked = send(client, { text: 'select current_schema() as schema' })
  const { rows } = await asked.catch(() => ({ rows: [] }))
  return rows[0]?.schema === null
}

const send = (client: pg.PoolClient, query: pg.QueryConfig, answerMs?: number) =>
  asking(client, async () => {
    sendTogether(client)
    const answer = await answerWithin(client, query, answerMs)
    // what a server answers that has turned read-only may be out of date; a commit that it confirms has been done
    if (query.text !== 'commit') requireUndemoted(client)
    return answer
  })

/** Statements that begin without waiting for each other leave in one packet: the driver alone would make one system call each. */
const sendTogether = (client: pg.PoolClient) => {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  queueMicrotask(() => stream.uncork())
}

const asking = async <Answer>(client: pg.PoolClient, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    // the driver's own stack ends at the socket; this one leads to who asked
    if (error instanceof Error) Error.captureStackTrace(error)
    noteFailure(client, error)
    throw translated(error, isSpreadBehind(client))
  }
}
