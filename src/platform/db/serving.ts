import type pg from 'pg'
import { unavailable } from '../errors.ts'
import { errorMessage } from '../properties-of.ts'
import { isAway, unreachable } from './failures.ts'
import type { Hosts, Target } from './hosts.ts'
import { reasonOf } from './place.ts'
import { connectionOf, isBusy, markLeft, newServerPool, type ServerPool } from './server-pool.ts'

/** A connection to the server that serves. */
type Connected = {
  client: pg.PoolClient
  /** Drops every connection to its server. The next one goes to the server that serves by then. */
  leave(): void
}

type Servers = {
  /** @throws 503 within the time for a connection, and at once while no server serves */
  connect(): Promise<Connected>
  /** The pool of the server that serves, if one is known to. */
  serving(): { name: string; pool: pg.Pool } | undefined
  close(): Promise<void>
}

export type ServerNews = {
  /** Of each idle connection that was lost. */
  loss(error: Error): void
  /** The server of a list that serves, whenever that changes. */
  server?(name: string, before: string | undefined): void
}

/** However many ask while no server serves, all servers are tried no more often than this. */
const pauseMs = 100

/**
 * Connects to whichever server of the list serves. A single server is never abandoned: while it is away nothing
 * serves, and its pool recovers by itself.
 */
export const serversOf = ({ urls, target, connectMs }: Hosts, told: ServerNews): Servers => {
  const isAlone = urls.length === 1 && target === 'any'
  const silent = new Set<string>()
  const closing = new Set<Promise<void>>()
  let serving: ServerPool | undefined
  let searching: Promise<ServerPool> | undefined
  let failed: { error: unknown; atMs: number } | undefined
  let lastName: string | undefined
  let isClosed = false

  const open = (url: string): ServerPool => {
    const server = newServerPool(url, connectMs, target)
    server.pool.on('error', (error) => {
      leave(server)
      told.loss(error)
    })
    return server
  }

  const end = ({ pool }: ServerPool) => {
    // a closed one may still lose its server
    if (pool.ending) return
    const ended = pool.end().finally(() => closing.delete(ended))
    closing.add(ended)
  }

  const leave = (server: ServerPool) => {
    if (isAlone || server.isLeft) return
    markLeft(server)
    if (serving === server) serving = undefined
    end(server)
  }

  const search = async (): Promise<ServerPool> => {
    const faults: { name: string; error: Error }[] = []
    // a silent server takes its whole time again: the others first
    for (const url of urls.toSorted((one, other) => Number(silent.has(one)) - Number(silent.has(other)))) {
      const server = open(url)
      try {
        const client = await server.pool.connect()
        client.release()
        silent.delete(url)
        return server
      } catch (error) {
        leave(server)
        if (/timeout/i.test(errorMessage(error))) silent.add(url)
        else silent.delete(url)
        faults.push({ name: server.name, error: error as Error })
      }
    }
    throw noneServes(faults, target)
  }

  const found = (server: ServerPool): ServerPool => {
    serving = server
    failed = undefined
    if (server.name !== lastName) told.server?.(server.name, lastName)
    lastName = server.name
    return server
  }

  const find = (): Promise<ServerPool> => {
    if (isClosed) throw unavailable(new Error('the database was closed'))
    if (failed && performance.now() - failed.atMs < pauseMs) throw failed.error
    searching ??= search()
      .then(found)
      .catch((error) => {
        failed = { error, atMs: performance.now() }
        throw error
      })
      .finally(() => {
        searching = undefined
      })
    return searching
  }

  const connect = async (giveUpMs: number): Promise<Connected> => {
    const server = serving ?? (await within(giveUpMs, find()))
    try {
      const client = await connectionOf(server)
      if (client) return { client, leave: () => leave(server) }
    } catch (error) {
      if (isBusy(server)) throw unavailable(new Error('all connections to the database are at work'))
      if (isAlone || !isAway(error) || performance.now() >= giveUpMs) throw unreachable(error)
    }
    leave(server)
    // nothing has been sent to it yet, so another server may be
    return connect(giveUpMs)
  }

  if (isAlone) serving = open(urls[0] as string)
  return {
    connect: () => connect(performance.now() + connectMs),
    serving: () => serving,
    close: async () => {
      isClosed = true
      const last = serving ?? (await searching?.catch(() => undefined))
      if (last) end(last)
      await Promise.all(closing)
    },
  }
}

const noneServes = (faults: { name: string; error: Error }[], target: Target) => {
  const each = faults.map(({ name, error }) => `${name}: ${reasonOf(error)}`).join('; ')
  const errors = faults.map(({ error }) => error)
  return unreachable(
    new AggregateError(errors, `no server ${target === 'any' ? 'answers' : 'takes writes'}: ${each}`),
  )
}

const within = async (giveUpMs: number, search: Promise<ServerPool>): Promise<ServerPool> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = unreachable(new Error('timeout exceeded: no server was found that serves'))
  const timer = setTimeout(() => reject(late), Math.max(1, giveUpMs - performance.now()))
  return Promise.race([search, promise]).finally(() => clearTimeout(timer))
}
