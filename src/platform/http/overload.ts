import type { Server } from 'node:http'
import type { FastifyRequest } from 'fastify'

const pauseMs = 10_000

type Told = { atMs: number; unsaid: number }

// a process may run several services
const toldBy = new WeakMap<Server, Map<string, Told>>()

export const tellOverload = (request: FastifyRequest, why: string): void =>
  tellSeldom(request, { why }, 'requests are being refused')

/** Logs the first of its kind at once, then at most one line every ten seconds: strangers can cause any number. */
export const tellSeldom = (
  { id, server: { server }, log }: FastifyRequest,
  about: { why: string; provider?: string },
  text: string,
): void => {
  const told = toldBy.get(server) ?? new Map<string, Told>()
  toldBy.set(server, told)
  const kind = [text, ...Object.values(about)].join()
  const { atMs, unsaid } = told.get(kind) ?? { atMs: -Infinity, unsaid: 0 }
  const nowMs = performance.now()
  if (nowMs - atMs < pauseMs) {
    told.set(kind, { atMs, unsaid: unsaid + 1 })
    return
  }
  told.set(kind, { atMs: nowMs, unsaid: 0 })
  log.warn({ reqId: id, ...about, unsaid }, text)
}
