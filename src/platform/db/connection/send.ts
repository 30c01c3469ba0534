import type pg from 'pg'
import { answerWithin, streamOf } from '../answer-within.ts'
import type { Runner } from '../db.ts'
import { translated } from '../failures.ts'
import { prepared } from '../sql.ts'
import { isPooled, isSpreadBehind } from './behind.ts'
import { noteFailure, rootOf } from './faults.ts'
import { requireUndemoted } from './role.ts'

/** Runs statements on one connection. @param answerMs longer than usual */
export const runnerOn = (client: pg.ClientBase, answerMs?: number): Runner => ({
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

export const send = (
  client: pg.ClientBase,
  query: pg.QueryConfig,
  answerMs?: number,
): Promise<pg.QueryResult> =>
  asking(client, async () => {
    sendTogether(client)
    const answer = await answerWithin(client, query, answerMs)
    // a server that has turned read-only may give outdated answers, but a commit that it confirms has been done
    if (query.text !== 'commit') requireUndemoted(client)
    return answer
  })

/**
 * Statements begun without waiting for each other leave in one packet; the driver alone would make a system call for
 * each.
 */
const sendTogether = (client: pg.ClientBase) => {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  queueMicrotask(() => stream.uncork())
}

/** Notes what a failure means for the connection. @throws the failure, translated */
export const asking = async <Answer>(client: pg.ClientBase, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (failure) {
    const error = rootOf(client, failure)
    // the driver's own stack ends at the socket; this one leads to the caller
    if (error instanceof Error) Error.captureStackTrace(error)
    noteFailure(client, error)
    throw translated(error, isSpreadBehind(client))
  }
}
