/** Keeps a table of people as the service tells of them. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { type Message, openPeople } from './people.ts'

const { WEBHOOK_SECRET = '', DATABASE = 'people.db', PORT = '8080' } = process.env
const webhook = new Webhook(WEBHOOK_SECRET)
const people = openPeople(DATABASE)

/** A message has 16 kB at most. */
const maxBytes = 64 * 1024

/** @returns the status of the answer: a 2xx once it is stored, or the message comes again */
const receive = async (request: IncomingMessage): Promise<number> => {
  const { method, url, headers } = request
  if (method !== 'POST' || url !== '/webhooks/accounts') return 404
  if (!(Number(headers['content-length']) <= maxBytes)) return 413
  const body = await text(request)
  try {
    webhook.verify(body, headers as Record<string, string>)
  } catch {
    return 400
  }
  people.apply(String(headers['webhook-id']), JSON.parse(body) as Message)
  return 204
}

const server = createServer(async (request, response) => {
  const status = await receive(request).catch((error) => {
    process.stderr.write(`${error}\n`)
    return 500
  })
  response.writeHead(status).end()
})

process.once('SIGTERM', () => {
  server.close(() => people.close())
  server.closeIdleConnections()
})

server.listen(Number(PORT), '127.0.0.1', () =>
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}/webhooks/accounts\n`),
)
