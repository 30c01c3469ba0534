import type { Server } from 'node:http'
import type { FastifyRequest } from 'fastify'

const pauseMs = 10_000

type Told = { atMs: number; unsaid: number }

// a process may run several services
const toldBy = new WeakMap<Server, Map<string, Told>>()

/** Logs the first refusal at once, then at most one line every ten seconds. */
export const tellOverload = ({ id, server: { server }, log }: FastifyRequest, why: string): void => {
  const told = toldBy.get(server) ?? new Map<string, Told>()
  toldBy.set(server, told)
  const { atMs, unsaid } = told.get(why) ?? { atMs: -Infinity, unsaid: 0 }
  const nowMs = performance.now()
  if (nowMs - atMs < pauseMs) {
    told.set(why, { atMs, unsaid: unsaid + 1 })
    return
  }
  told.set(why, { atMs: nowMs, unsaid: 0 })
  log.warn({ reqId: id, why, unsaid }, 'requests are being refused')
}
