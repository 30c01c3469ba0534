import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { asksForStream } from './asks-for-stream.ts'

const tickMs = 100
const waitingAtMost = 100
/** For the rest of a half-sent request. */
const restMs = 2_000
/** For the answer: longer than a statement takes to time out. */
const answerMs = 8_000

/**
 * Closes each connection after the answer in progress. Node itself only closes connections that are idle when the
 * stop begins, and stops enforcing timeouts.
 */
export const endConnections = (app: FastifyInstance): void => {
  // this runs for every request, so it does nothing else
  const latest = new Map<Socket, ServerResponse>()
  const underWay = () =>
    [...latest.values()].filter(
      ({ writableEnded, req }) => req.complete && !writableEnded && !asksForEvents(req),
    )

  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    if (!latest.has(socket)) socket.once('close', () => latest.delete(socket))
    latest.set(socket, raw)
    done()
  })
  app.addHook('preClose', async () => {
    for (const response of latest.values())
      if (!response.headersSent) response.setHeader('Connection', 'close')
    await acceptWaiting()
    const { server } = app
    const begunMs = performance.now()
    const timer = setInterval(() => {
      const ms = performance.now() - begunMs
      if (ms > answerMs || (ms > restMs && underWay().length === 0)) server.closeAllConnections()
    }, tickMs).unref()
    server.once('close', () => clearInterval(timer))
  })
}

// a stream of events ends when the stop begins, and its reader reconnects
const asksForEvents = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && asksForStream(headers.accept)

/**
 * Accepts pending connections, which a stop would reset. Node accepts one per turn of the event loop, and reads in
 * the next.
 */
const acceptWaiting = async () => {
  await sleep(tickMs)
  for (let turns = 0; turns < waitingAtMost; turns++) await turn()
}
