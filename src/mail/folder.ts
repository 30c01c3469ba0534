import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Mailer } from './mailer.ts'
import { messageOf } from './message.ts'

/**
 * Into files that any mail program opens, for who has no mail server. What the mails hold lets people in: the files are
 * the operator's alone, and the log tells their paths and nothing more, unless a developer wants to read them there.
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
    const path = join(folder, `${mail.at.toISOString().replace(/[:.]/g, '-')}.${mail.id}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // whole or not there, and the same file when the same mail comes again
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${path}.part`, path)
    const { to, subject, text } = mail
    log.info({ path, ...(config.mailToLog && { to, subject, text }) }, 'a mail was written')
    return path
  }
}
