import type { Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

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
  const latest = new Map<Socket, FastifyReply>()
  const underWay = () =>
    [...latest.values()].filter(
      (reply) => reply.raw.req.complete && !reply.raw.writableEnded && !isOfEvents(reply),
    )

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (!latest.has(socket)) socket.once('close', () => latest.delete(socket))
    latest.set(socket, reply)
    done()
  })
  app.addHook('preClose', async () => {
    for (const { raw } of latest.values()) if (!raw.headersSent) raw.setHeader('Connection', 'close')
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

// it ends when the stop begins, and who does not read that asks again
const isOfEvents = (reply: FastifyReply) =>
  `${reply.getHeader('Content-Type')}`.startsWith('text/event-stream')

/**
 * Accepts pending connections, which a stop would reset. Node accepts one per turn of the event loop, and reads in
 * the next.
 */
const acceptWaiting = async () => {
  await sleep(tickMs)
  for (let turns = 0; turns < waitingAtMost; turns++) await turn()
}
