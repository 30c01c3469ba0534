import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../src/config/config.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { channels } from '../../src/modules.ts'
import { feedAll } from './feed.ts'
import { type MailServer, type Received, startMailServer } from './mail-server.ts'
import { startTestService, type TestService } from './service.ts'
import { sql } from './sql.ts'

export const publicUrl = 'https://accounts.example.com'

/** A service that sends its mail to the tests' server. */
export type Mailing = TestService & { mailServer: MailServer }

export const startMailing = async (settings: Environment = {}): Promise<Mailing> => {
  const mailServer = await startMailServer()
  const service = await startTestService({
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Acme <no-reply@acme.example>',
    PUBLIC_URL: publicUrl,
    EMAIL_VERIFICATION: 'optional',
    ...settings,
  })
  return { ...service, mailServer }
}

/**
 * The next mail to an address, with a subject that has these words, taken out of its mailbox. @throws when none comes
 */
export const nextMail = async (
  { deps, mailServer: { received } }: Mailing,
  address: string,
  words = '',
): Promise<Received> => {
  const deadline = Date.now() + 30_000
  const at = () => received.findIndex(({ to, subject }) => to[0] === address && subject.includes(words))
  while (at() < 0) {
    if (Date.now() > deadline)
      throw new Error(`no mail "${words}" to ${address}: ${received.map(({ subject }) => subject)}`)
    await deliverAll(deps)
    if (at() < 0) await sleep(25)
  }
  return received.splice(at(), 1)[0] as Received
}

/** Every mail to an address, once nothing is due any more, taken out of its mailbox. */
export const mailsTo = async (
  { deps, mailServer: { received } }: Mailing,
  address: string,
): Promise<Received[]> => {
  await settle(deps)
  const mails = received.filter(({ to }) => to[0] === address)
  for (const mail of mails) received.splice(received.indexOf(mail), 1)
  return mails
}

/** The link of a mail; its page is that of the service, wherever that listens. */
export const linkIn = ({ text }: Received): URL => {
  const [link] = /https?:\/\/\S+\?token=\S+/.exec(text) ?? []
  if (!link) throw new Error(`no link in ${text}`)
  return new URL(link)
}

export const tokenIn = (mail: Received): string => linkIn(mail).searchParams.get('token') as string

export const codeIn = ({ text }: Received): string => {
  const [, code] = /^ {4}([0-9A-Z]{4}-[0-9A-Z]{4})$/m.exec(text) ?? []
  if (!code) throw new Error(`no code in ${text}`)
  return code
}

/** Delivers until nothing is pending, so that the service's worker has nothing left to write. */
export const settle = async (deps: TestService['deps']): Promise<void> => {
  // the embedded database answers without the event loop, on which the mail server waits
  while ((await deliverAll(deps)) > 0) await sleep(25)
}

/** Delivers due mails. @returns how many are still pending */
// the service's own worker takes part; waits for its deliveries, and for those postponed by a second or so
export const deliverAll = async (deps: TestService['deps']): Promise<number> => {
  await deps.db.run(sql`
    update outbox
    set due_at = now()
    where ended_at is null and attempts = 0 and due_at > now() and due_at < now() + interval '10 seconds'`)
  await feedAll(deps)
  await deliverDue(deps, channels)
  const rows = await deps.db.run(sql`
    select
    from outbox
    where ended_at is null and due_at < now() + interval '40 seconds'`)
  return rows.length
}
