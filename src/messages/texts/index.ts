import type { Language } from '../mail/mails.ts'
import { en } from './en.ts'

/** Every language that mails are written in. Another one is a file beside `en.ts` and a line here. */
export const languages = { en } satisfies Record<string, Language>

export type LanguageName = keyof typeof languages
