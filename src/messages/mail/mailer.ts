import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { Mailer } from '../../platform/mailer.ts'
import { folderMailer } from './folder.ts'
import { smtpMailer } from './smtp.ts'

export const newMailer = (config: Config, log: Logger): Mailer =>
  config.smtp ? smtpMailer(config, config.smtp) : folderMailer(config, log)
