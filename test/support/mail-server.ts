import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { after } from 'node:test'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { type ReadMail, readMail } from './mime.ts'

/** A mail that the server accepted, and how it came. */
export type Received = ReadMail & {
  from: string
  to: string[]
  isEncrypted: boolean
  user: string | undefined
  raw: string
}

/** The server's place in a delivery: a client has connected, or it has read so much and not answered yet. */
export type Step = 'connected' | 'from' | 'to' | 'data' | 'accepted'

/** Its action at a step. The recipient is known from `to` on. An error is its refusal, `drop` cuts the connection. */
export type Act = (step: Step, to: string) => unknown

export type MailServer = {
  port: number
  received: Received[]
  /** Every step that was reached, with the recipient. */
  steps: string[]
  act: Act
  stop(): Promise<void>
}

export const drop = Symbol('drop')

/** The refusal of a mail server. */
export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** A real mail server on a free port of this machine, without TLS unless options say otherwise. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const self: MailServer = { port: 0, received: [], steps: [], act: () => {}, stop: async () => {} }

  const reach = async (step: Step, session: SMTPServerSession, to = '') => {
    self.steps.push(`${step} ${to}`.trim())
    const outcome = await self.act(step, to)
    if (outcome instanceof Error) throw outcome
    if (outcome !== drop) return
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === session.id) connection._socket.destroy()
    await new Promise(() => {})
  }
  const answering = (done: Promise<void>, answer: (error?: Error) => void) =>
    done.then(() => answer(), answer)

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (session, answer) =>
      void answering(reach('connected', session), answer as (error?: Error) => void),
    onMailFrom: (_address, session, answer) =>
      void answering(reach('from', session), answer as (error?: Error) => void),
    onRcptTo: ({ address }, session, answer) =>
      void answering(reach('to', session, address), answer as (error?: Error) => void),
    onData: (stream, session, answer) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const receive = async () => {
        await reach('data', session, to.join())
        const raw = await readAll(stream)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        self.received.push({
          ...readMail(raw),
          from,
          to,
          isEncrypted: session.secure,
          user: session.user,
          raw,
        })
        await reach('accepted', session, to.join())
      }
      void answering(receive(), answer as (error?: Error) => void)
    },
    ...options,
  })
  greetAtOnce(server)
  // clients that hang up in the middle
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  self.port = (server.server.address() as AddressInfo).port
  self.stop = () => new Promise((resolve) => server.close(() => resolve()))
  after(self.stop)
  return self
}

/** Without the 100 ms in which the server would wait for clients that talk too early. */
const greetAtOnce = (server: SMTPServer) => {
  const connect = server.connect.bind(server)
  server.connect = (socket, options) => {
    connect(socket, options)
    const connection = [...server.connections].at(-1)
    const greet = connection?.connectionReady.bind(connection)
    Object.assign(connection ?? {}, { connectionReady: () => {} })
    greet?.()
  }
}
