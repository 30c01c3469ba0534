import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Composed } from './compose.ts'
import { folderMailer } from './folder.ts'
import { smtpMailer } from './smtp.ts'

/** One mail to one mailbox. */
export type OutgoingMail = Composed & {
  /** The same however often the mail is sent, so that whoever gets it twice can tell. */
  id: string
  to: string
  /** When it was written. */
  at: Date
}

/** Sends a mail. @returns what the other side said. @throws when it did not take it, or nobody knows whether it did */
export type Mailer = (mail: OutgoingMail) => Promise<string>

/** By SMTP where the settings name a server, else into files. */
export const newMailer = (config: Config, log: Logger): Mailer =>
  config.smtp ? smtpMailer(config, config.smtp) : folderMailer(config, log)
