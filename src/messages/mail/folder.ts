import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from 'durable-pglite/folder'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { Mailer, OutgoingMail } from '../../platform/mailer.ts'
import { messageOf } from './message.ts'

/**
 * Writes emails to files: `.eml` for mail programs, `.txt` with links to copy. They grant access to accounts, so only
 * the operator can read them, and the log has only their paths unless `MAIL_TO_LOG` is on.
 */
export const folderMailer = (
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'mailToLog'>,
  log: Logger,
): Mailer => {
  const folder = join(config.dataDir, 'mail')
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await transport.sendMail(messageOf(config, mail))
    const path = join(folder, `${mail.at.toISOString().replace(/[:.]/g, '-')}.${mail.id}`)
    await makeFolder(folder)
    await writeWhole(`${path}.txt`, readable(mail))
    await writeWhole(`${path}.eml`, message as Buffer)
    const { to, subject, text } = mail
    log.info(
      { path: `${path}.eml`, readable: `${path}.txt`, ...(config.mailToLog && { to, subject, text }) },
      'an email was written to a file',
    )
    return `${path}.eml`
  }
}

// complete or absent, and the same file for the same email
const writeWhole = async (path: string, content: string | Buffer) => {
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

const readable = ({ to, subject, at, text }: OutgoingMail) =>
  `To: ${to}\nSubject: ${subject}\nDate: ${at.toISOString()}\n\n${text}`
