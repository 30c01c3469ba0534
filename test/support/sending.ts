import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { languageOf } from '../../src/accounts/users/queries/users.ts'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import type { Deps } from '../../src/deps.ts'
import { smtpMailer } from '../../src/messages/mail/smtp.ts'
import { postMail } from '../../src/messages/outbox/post.ts'
import type { MailServer } from './mail-server.ts'
import { openParts } from './parts.ts'
import { many, sql } from './sql.ts'

const patience = { connect: 10_000, whole: 20_000 }
/** For servers that never answer. */
export const impatience = { connect: 400, whole: 800 }

/** Parts of their own, and a mailer that uses them. */
export const startSending = async () => {
  const { deps: parts, logs, environment } = await openParts()
  const { db } = parts

  /** The parts, with a mailer that waits so many milliseconds. */
  const sending = (smtpUrl: string, settings: Environment = {}, waits = patience): Deps => {
    const config = parseConfig({
      ...environment,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Acme Accounts <no-reply@acme.example>',
      PUBLIC_URL: 'https://accounts.acme.example/in',
      ...settings,
    })
    assert.ok(config.smtp)
    return { ...parts, config, mail: smtpMailer(config, config.smtp, waits) }
  }

  /** Puts a mail into the outbox, to somebody who has an account. */
  const post = async (recipient: string): Promise<string> => {
    const userId = randomUUID()
    await db.run(sql`insert into users (id) values (${userId})`)
    const secrets = { token, code: 'ABCD-2345' }
    await postMail(db, parts.keys, {
      name: 'verify-email',
      userId,
      recipient,
      language: languageOf(userId),
      detail: { hours: 24, codeMinutes: 10 },
      secrets,
    })
    return userId
  }

  /** How each attempt at the mails of a queue went. */
  const attemptsAt = async (queue: string) => {
    const rows = await many<{ outcome: string; answer: string; ended: string | null }>(
      db,
      sql`
        select outbox_attempts.outcome, answer, outbox.outcome as ended
        from outbox_attempts
        join outbox using (queue, id)
        where queue = ${queue}
        order by attempt`,
    )
    return rows
  }

  return { parts, logs, environment, sending, post, attemptsAt }
}

/** A server's address, by the name used for it. */
export const to = (server: MailServer, host = '127.0.0.1') => `smtp://${host}:${server.port}`

export const token = `sp_ev_${'A'.repeat(43)}`
