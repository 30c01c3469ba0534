import type { Socket } from 'node:net'
import { type Answered, type Asked, lendingSocket, received, send } from './lent.ts'
import { connectTo } from './sockets.ts'

/** Each name always stands for the same text, in every process. */
type Named = { name: string; text: string }

/** The database, or one transaction on it. */
export type BorrowedRunner = {
  /** @throws an `Error` with PostgreSQL's `code`, or `ECONNRESET` when the lender ended */
  prepared<Row>(statement: Named, values: readonly unknown[]): Promise<{ rows: Row[] }>
  exec(text: string): Promise<unknown>
}

export type Borrowed = BorrowedRunner & {
  /** Rolls back if `work` throws. Everybody else waits for it, so it may take five seconds at most. */
  transaction<Result>(work: (runner: BorrowedRunner) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Runs statements on a database that another process has open, and lends.
 * @returns undefined if no process lends it
 */
export const borrowDatabase = async (folder: string): Promise<Borrowed | undefined> => {
  const socket = await connectTo(lendingSocket(folder))
  if (!socket) return
  const ask = askThrough(socket)
  return {
    ...runnerOn(ask),
    // each on a connection of its own, because others may continue beside it
    transaction: async (work) => {
      const line = await connectTo(lendingSocket(folder))
      if (!line) throw lenderEnded()
      try {
        return await inTransaction(askThrough(line), work)
      } finally {
        line.destroy()
      }
    },
    close: async () => {
      socket.destroy()
    },
  }
}

type Ask = (asked: Asked) => Promise<unknown[]>

/** Sends without waiting for earlier answers, which arrive in order. */
const askThrough = (socket: Socket): Ask => {
  const waiting: PromiseWithResolvers<unknown[]>[] = []
  let isOver = false
  const hear = async () => {
    for await (const answered of received<Answered>(socket)) {
      const asked = waiting.shift()
      if ('rows' in answered) asked?.resolve(answered.rows)
      else asked?.reject(Object.assign(new Error(answered.problem.message), answered.problem))
    }
  }
  hear()
    // a killed lender closes it just as well
    .catch(() => {})
    .finally(() => {
      isOver = true
      for (const { reject } of waiting) reject(lenderEnded())
    })
  return (asked) => {
    if (isOver) return Promise.reject(lenderEnded())
    const answer = Promise.withResolvers<unknown[]>()
    send(socket, asked)
    waiting.push(answer)
    return answer.promise
  }
}

const runnerOn = (ask: Ask): BorrowedRunner => ({
  prepared: async <Row>(statement: Named, values: readonly unknown[]) => ({
    rows: (await ask({ act: 'prepared', statement, values })) as Row[],
  }),
  exec: (text) => ask({ act: 'exec', text }),
})

const inTransaction = async <Result>(
  ask: Ask,
  work: (runner: BorrowedRunner) => Promise<Result>,
): Promise<Result> => {
  await ask({ act: 'begin' })
  const result = await work(runnerOn(ask)).catch(async (error) => {
    await ask({ act: 'rollback' }).catch(() => {})
    throw error
  })
  await ask({ act: 'commit' })
  return result
}

const lenderEnded = () =>
  Object.assign(new Error('the process that has it open has let go'), { code: 'ECONNRESET' })
