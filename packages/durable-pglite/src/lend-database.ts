import { createServer, type Socket } from 'node:net'
import { type Answered, type Asked, lendingSocket, type Problem, received, send } from './lent.ts'
import type { Runner } from './on-pglite.ts'
import type { Durable } from './open-durable.ts'
import { listenAt } from './sockets.ts'

type Lendable = Pick<Durable, 'prepared' | 'exec' | 'transaction'>

/** A transaction makes everybody else wait. One whose process is suspended is rolled back. */
const usualMs = 5_000

/**
 * Lets other processes of this user run statements on a database that this one has open. They could read and change its
 * files if it were closed, so the folder's rights protect it.
 * @param notice called for a borrower that was cut off
 * @param maxMs how long a transaction may take
 * @returns a function that ends it, and rolls back pending work
 * @throws if there can be no socket in the folder
 */
export const lendDatabase = async (
  folder: string,
  db: Lendable,
  notice: (cause: Error) => void,
  maxMs = usualMs,
): Promise<() => Promise<void>> => {
  const borrowers = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const served = serve(socket, db, maxMs)
      .catch((error) => {
        if (!isGone(error)) notice(error)
      })
      .finally(() => {
        socket.destroy()
        borrowers.delete(socket)
      })
    borrowers.set(socket, served)
  })
  await listenAt(server, lendingSocket(folder))
  return async () => {
    server.close()
    for (const socket of borrowers.keys()) socket.destroy()
    await Promise.all(borrowers.values())
  }
}

/** It left in the middle of a transaction, or this process closes. */
const isGone = ({ code = '' }: NodeJS.ErrnoException) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(code)

const serve = async (socket: Socket, db: Lendable, maxMs: number) => {
  const asked = received<Asked>(socket)
  for (;;) {
    const next = await asked.next()
    if (next.done) return
    if (next.value.act === 'begin') await lendTransaction(socket, asked, db, maxMs)
    else send(socket, await answerTo(db, next.value))
  }
}

/** Answers `begin`, the statements after it, and its end. @throws if the borrower is gone, or takes too long */
const lendTransaction = async (
  socket: Socket,
  asked: AsyncGenerator<Asked, void>,
  db: Pick<Durable, 'transaction'>,
  maxMs: number,
) => {
  const answered = await db
    .transaction(async (runner) => {
      const endMs = performance.now() + maxMs
      send(socket, done)
      for (;;) {
        const next = await within(endMs - performance.now(), asked.next())
        if (next.done) throw new RolledBack()
        if (next.value.act === 'commit') return done
        if (next.value.act === 'rollback') throw new RolledBack()
        send(socket, await answerTo(runner, next.value))
      }
    })
    .catch((error): Answered => {
      if (error instanceof RolledBack) return done
      if (error instanceof TooLong || socket.destroyed) throw error
      return { problem: problemOf(error) }
    })
  send(socket, answered)
}

const done: Answered = { rows: [] }

class RolledBack extends Error {}

class TooLong extends Error {}

const answerTo = async (runner: Pick<Runner, 'prepared' | 'exec'>, asked: Asked): Promise<Answered> => {
  try {
    if (asked.act === 'prepared') return { rows: (await runner.prepared(asked.statement, asked.values)).rows }
    if (asked.act !== 'exec') throw new Error(`there is nothing to ${asked.act}`)
    await runner.exec(asked.text)
    return done
  } catch (error) {
    return { problem: problemOf(error as Problem) }
  }
}

const problemOf = ({ message, code, constraint, detail }: Problem): Problem => ({
  message,
  ...(code && { code }),
  ...(constraint && { constraint }),
  ...(detail && { detail }),
})

const within = async <Value>(ms: number, value: Promise<Value>): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLong('it kept a transaction for too long')), ms)
  return Promise.race([value, promise]).finally(() => clearTimeout(timer))
}
