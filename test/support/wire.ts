import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './at-end.ts'

/** The line between a client and a service: it counts, waits, and loses answers. */
export type Wire = {
  address: string
  /** The requests so far: `POST /auth/token`. */
  asked: string[]
  delayMs: (line: string) => number
  /** Holds back the answer to this one, after the service gave it. */
  holds(line: string): Promise<unknown> | undefined
  /** Whether the answer to this one is lost, after the service gave it. */
  loses(line: string, nth: number): boolean
  /** The files of a page, by path. */
  files: Record<string, { type: string; body: string }>
}

export const startWire = async (service: { address: string }): Promise<Wire> => {
  const wire: Wire = {
    address: '',
    asked: [],
    delayMs: () => 0,
    holds: () => undefined,
    loses: () => false,
    files: {},
  }
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const file = wire.files[request.url ?? '']
    if (file) return response.setHeader('Content-Type', file.type).end(file.body)
    const line = `${request.method} ${request.url}`
    wire.asked.push(line)
    const nth = (counts.get(line) ?? 0) + 1
    counts.set(line, nth)
    const answer = await passOn(request, service.address)
    await sleep(wire.delayMs(line))
    await wire.holds(line)
    if (wire.loses(line, nth)) return request.socket.destroy()
    return response.writeHead(answer.status, answer.headers).end(answer.bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => void server.close().closeAllConnections())
  wire.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return wire
}

const ofConnection = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|host)$/

const passOn = async (request: IncomingMessage, to: string) => {
  const body = Buffer.concat(await request.toArray())
  const sent = Object.entries(request.headers).filter(([name]) => !ofConnection.test(name))
  const answer = await fetch(to + request.url, {
    method: request.method ?? 'GET',
    redirect: 'manual',
    headers: Object.fromEntries(sent) as Record<string, string>,
    ...(body.length > 0 && { body }),
  })
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ofConnection.test(name))),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
