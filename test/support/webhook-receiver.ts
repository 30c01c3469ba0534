import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { atEnd } from './at-end.ts'

/** A message, as the library of Standard Webhooks verified it. */
export type Received = {
  id: string
  type: string
  userId: string | null
  data: Record<string, unknown>
  headers: IncomingHttpHeaders
  /** As it came. */
  body: string
  atMs: number
}

/** Answers a message instead of 204. @returns false for 204 */
export type Answering = (received: Received, response: ServerResponse) => unknown

/** A receiver that verifies every message, and ends with the test file. */
export const startReceiver = async () => {
  const receiver = {
    received: [] as Received[],
    /** Those that were not signed with any of the secrets. */
    refused: [] as string[],
    secrets: [] as string[],
    answer: (() => false) as Answering,
    url: '',
    connections: 0,
    /** Whether every connection to it is cut at once. */
    isDown: false,
    goDown: () => {
      receiver.isDown = true
      server.closeAllConnections()
    },
    close: async () => {},
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const received = verified(receiver.secrets, body, request.headers)
    if (!received) {
      receiver.refused.push(body)
      return response.writeHead(400).end('not signed')
    }
    receiver.received.push(received)
    if ((await receiver.answer(received, response)) === false) response.writeHead(204).end()
  })
  server.on('connection', (socket) => {
    receiver.connections++
    if (receiver.isDown) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://localhost:${(server.address() as AddressInfo).port}/hook`
  receiver.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  atEnd(receiver.close)
  return receiver
}

const verified = (
  secrets: readonly string[],
  body: string,
  headers: IncomingHttpHeaders,
): Received | undefined => {
  for (const secret of secrets) {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      const { type, data } = JSON.parse(body)
      return {
        id: `${headers['webhook-id']}`,
        type,
        userId: data.userId ?? null,
        data,
        headers,
        body,
        atMs: Date.now(),
      }
    } catch {
      // the next one
    }
  }
  return undefined
}
