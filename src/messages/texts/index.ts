import type { Language } from '../../platform/languages.ts'
import type { MailWords } from '../mail/mails.ts'
import { deMails } from './de/mails.ts'
import { enMails } from './en/mails.ts'
import { esMails } from './es/mails.ts'
import { frMails } from './fr/mails.ts'

/** Everything that people read, by language. */
export const texts: Record<Language, { mails: MailWords }> = {
  en: { mails: enMails },
  de: { mails: deMails },
  fr: { mails: frMails },
  es: { mails: esMails },
}
