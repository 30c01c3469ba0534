import { once } from 'node:events'
import { connect as openSocket, type Socket } from 'node:net'
import type { Config } from '../../config/config.ts'
import { loadOnce } from '../../platform/load-once.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { messageOf } from './message.ts'

/**
 * `whole`: from the DNS lookup to the server's last reply. Servers may delay the greeting, to deter spammers, and
 * take a while to accept an email: minutes each (RFC 5321 §4.5.3.2). With less patience, the former get nothing, and
 * the latter everything twice.
 */
const deadlinesMs = { connect: 5_000, whole: 5 * 60_000 }

/** For somebody watching. */
const triedMs = { connect: 5_000, whole: 8_000 }

/** Requires TLS with a valid certificate, except on loopback: otherwise the email waits in the outbox. */
export const smtpMailer = (
  config: Pick<Config, 'mailFrom'>,
  server: NonNullable<Config['smtp']>,
  { connect, whole }: typeof deadlinesMs = deadlinesMs,
): Mailer => {
  const opened = loadOnce(() => open(server, { connect, whole }))
  return async (mail) => {
    const signal = AbortSignal.timeout(whole)
    const { response } = await (await opened()).sendMail({ ...messageOf(config, mail), signal })
    return response
  }
}

/**
 * Connects as for an email, with TLS and the password, and sends none.
 * @throws nodemailer's error, also if the server accepts no passwords
 */
export const trySmtp = async (server: NonNullable<Config['smtp']>): Promise<void> => {
  await (await open(server, triedMs, { forceAuth: server.user !== '' })).verify()
}

// loaded with the first email, to save some megabytes
const open = async (
  { host, port, isTlsFirst, isLoopback, user, password }: NonNullable<Config['smtp']>,
  { connect, whole }: typeof deadlinesMs,
  more: { forceAuth?: boolean } = {},
) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: isTlsFirst,
    requireTLS: !isTlsFirst && !isLoopback,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: !isLoopback },
    ...(user && { auth: { user, pass: password } }),
    // nodemailer has one deadline for connection and greeting
    getSocket: (_options, done) => {
      connectTo({ host, port }, connect).then((connection) => done(null, { connection }), done)
    },
    connectionTimeout: whole,
    greetingTimeout: whole,
    socketTimeout: whole,
    socketCloseTimeout: 1_000,
    maxResponseSize: 64 * 1024,
    ...more,
  })
}

const connectTo = async (server: { host: string; port: number }, ms: number): Promise<Socket> => {
  const socket = openSocket(server)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ms) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
