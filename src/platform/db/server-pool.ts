import type pg from 'pg'
import type { Target } from './hosts.ts'
import { serverName } from './place.ts'
import { maxConnections, newPool } from './pool.ts'

/** Connections to one server, which can be abandoned while callers wait for one. */
export type ServerPool = { name: string; pool: pg.Pool; isLeft: boolean; waiting: Set<() => void> }

export const newServerPool = (url: string, connectMs: number, target: Target): ServerPool => ({
  name: serverName(url),
  pool: newPool(url, connectMs, target),
  isLeft: false,
  waiting: new Set(),
})

/** Undefined once the server is abandoned: its pool does not answer those who still wait for a connection. */
export const connectionOf = (server: ServerPool): Promise<pg.PoolClient | undefined> => {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient | undefined>()
  const giveUp = () => resolve(undefined)
  // not a race with a promise of the server's, which would retain something of every connection ever requested
  server.waiting.add(giveUp)
  server.pool.connect((error, client, release) => {
    server.waiting.delete(giveUp)
    if (!client) reject(error)
    else if (server.isLeft) {
      release(true)
      giveUp()
    } else resolve(client)
  })
  return promise
}

/** From now on it gives out no connection, not even to waiting callers. */
export const markLeft = (server: ServerPool): void => {
  server.isLeft = true
  for (const giveUp of server.waiting) giveUp()
}

/** All connections are busy: the database is overloaded, and nothing is wrong with it. */
export const isBusy = ({ pool: { totalCount, idleCount } }: ServerPool): boolean =>
  totalCount === maxConnections && idleCount === 0
