import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const tickMs = 100
const waitingAtMost = 100
/** For the rest of a request that was half sent. */
const restMs = 2_000
/** For the answer: longer than a statement to a silent database takes to fail. */
const answerMs = 8_000

/**
 * Lets a stop end: each connection closes with the answer that is under way on it. Node closes only those that are idle
 * when the stop begins, and no longer enforces its deadlines afterwards.
 */
export const endConnections = (app: FastifyInstance): void => {
  // nothing more is done for a request: this is on the path of each
  const latest = new Map<Socket, ServerResponse>()
  const underWay = () =>
    [...latest.values()].filter(({ writableEnded, req }) => req.complete && !writableEnded)

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

/** A connection that was made before the stop would be reset. Node accepts one a turn of its loop, and reads in the next. */
const acceptWaiting = async () => {
  await sleep(tickMs)
  for (let turns = 0; turns < waitingAtMost; turns++) await turn()
}
