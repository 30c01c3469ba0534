import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Answer } from './http.ts'

/** A connection to a service, for bytes that no HTTP client would send. It must not be left open. */
export const connectTo = async ({ address }: { address: string }): Promise<Socket> => {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
  await once(socket, 'connect')
  return socket
}

/** Everything that the other side sends until it hangs up, by any means. */
export const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let wire = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      wire += text
    })
    // a reset after the answer, because we sent more than was wanted, does not undo the answer
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(wire))
  })

/** Sends bytes as they are and reads until the service hangs up: send `Connection: close`. */
export const converse = async (
  service: { address: string },
  ...pieces: (string | Uint8Array)[]
): Promise<string> => {
  const socket = await connectTo(service)
  const everything = readToEnd(socket)
  for (const piece of pieces) socket.write(piece)
  return everything
}

/** The bytes of a request that ends the connection. */
export const requestBytes = (
  { address }: { address: string },
  {
    method = 'POST',
    path,
    token,
    headers = {},
    body,
  }: {
    method?: string
    path: string
    token?: string | undefined
    headers?: Record<string, string>
    body?: unknown
  },
): Buffer => {
  const content = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const lines = {
    Host: new URL(address).host,
    Connection: 'close',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(content)),
    }),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...head, '', content].join('\r\n'))
}

/** One whole answer, as it came over the wire. */
export const readAnswer = (wire: string): Answer => {
  const end = wire.indexOf('\r\n\r\n')
  const [start = '', ...lines] = wire.slice(0, end).split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]))
  const text = wire.slice(end + 4)
  return { status: Number(start.split(' ')[1]), headers, text, body: parsed(text) }
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
