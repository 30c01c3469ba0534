import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How many messages are expected; answered with a `Received`. */
export type Expected = { messages: number }
/** When the first and the last of them came, in milliseconds since 1970. */
export type Received = { firstMs: number; lastMs: number }

/** A receiver of webhooks in a process of its own, while that has a parent. It tells its port, and accepts whatever comes. */
let [expected, count, firstMs] = [0, 0, 0]

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(204).end()
    count++
    if (count === 1) firstMs = Date.now()
    if (count === expected) process.send?.({ firstMs, lastMs: Date.now() } satisfies Received)
  })
})

process.on('message', ({ messages }: Expected) => {
  expected = messages
  count = 0
})
process.once('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
