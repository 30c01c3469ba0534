import type { Language } from '../mail/mails.ts'
import { en } from './en.ts'

/** A language is a file next to `en.ts` and a line here. */
export const languages = { en } satisfies Record<string, Language>

export type LanguageName = keyof typeof languages
