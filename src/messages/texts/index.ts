import type { MailWords } from '../mail/mails.ts'
import { en } from './en.ts'

/** A language is a file next to `en.ts` and a line here. */
export const texts = { en } satisfies Record<string, MailWords>

export type LanguageName = keyof typeof texts
