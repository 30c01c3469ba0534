import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { type Answer, copySocket, hear, say } from './copy-socket.ts'
import { listenAt } from './sockets.ts'
import type { Upkeep } from './upkeep.ts'

/** A longer copy is abandoned, because the log grows meanwhile. */
const maxMs = 30 * 60_000
const tooLong = 'copying it while it is in use took too long'

/**
 * Lets other processes copy the files of an open database, one at a time. They do the copying; PostgreSQL only keeps
 * the log that completes it ("Making a Base Backup Using the Low Level API" in its documentation).
 * @returns a function that ends it, and a copy that is being made
 * @throws if there can be no socket in the folder
 */
export const offerCopies = async (
  folder: string,
  pglite: PGlite,
  upkeep: Upkeep,
  waitMs = maxMs,
): Promise<() => Promise<void>> => {
  let underWay: { socket: Socket; done: Promise<void> } | undefined
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const refuse = (problem: string) => void socket.end(JSON.stringify({ problem } satisfies Answer))
    if (underWay) {
      // only a socket that is read is seen to end, and closed
      socket.resume()
      return refuse('another copy is being made')
    }
    const done = lend(socket, pglite, upkeep, waitMs)
      .catch(({ message }: Error) => refuse(message))
      .finally(() => {
        underWay = undefined
      })
    underWay = { socket, done }
  })
  await listenAt(server, copySocket(folder))
  return async () => {
    server.close()
    underWay?.socket.destroy()
    await underWay?.done
  }
}

const lend = async (socket: Socket, pglite: PGlite, upkeep: Upkeep, waitMs: number) => {
  socket.setTimeout(waitMs, () => {
    say(socket, JSON.stringify({ problem: tooLong } satisfies Answer))
    socket.destroySoon()
  })
  if (!(await hear(socket))) return
  upkeep.pause()
  try {
    await pglite.query(`select pg_backup_start('copy', true)`)
    say(socket, JSON.stringify({} satisfies Answer))
    await hear(socket)
    const { rows } = await pglite.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    say(socket, JSON.stringify(rows[0] satisfies Answer | undefined))
    // the log is copied last
    await hear(socket)
    say(socket, JSON.stringify({} satisfies Answer))
  } finally {
    upkeep.resume()
  }
}
