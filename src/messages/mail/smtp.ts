import type { Config } from '../../config/config.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { messageOf } from './message.ts'

/** `whole`: from the first look-up to the server's last word; shorter than the grace of a service that is told to stop. */
const deadlinesMs = { connect: 5_000, whole: 10_000 }

/**
 * By a mail server. TLS and a certificate that is right are demanded, except of the operator's own machine: a mail that
 * cannot be sent so waits in the outbox rather than go in clear.
 */
export const smtpMailer = (
  config: Pick<Config, 'mailFrom'>,
  server: NonNullable<Config['smtp']>,
  { connect, whole }: typeof deadlinesMs = deadlinesMs,
): Mailer => {
  let opening: ReturnType<typeof open> | undefined
  return async (mail) => {
    const signal = AbortSignal.timeout(whole)
    opening ??= open(server, { connect, whole })
    const { response } = await (await opening).sendMail({ ...messageOf(config, mail), signal })
    return response
  }
}

// with the first mail: a program that has sent none is some megabytes smaller
const open = async (
  { host, port, isTlsFirst, isLoopback, user, password }: NonNullable<Config['smtp']>,
  { connect, whole }: typeof deadlinesMs,
) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: isTlsFirst,
    requireTLS: !isTlsFirst && !isLoopback,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: !isLoopback },
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: connect,
    greetingTimeout: connect,
    dnsTimeout: connect,
    socketTimeout: whole,
    socketCloseTimeout: 1_000,
    maxResponseSize: 64 * 1024,
  })
}
