import type { Language } from '../../platform/languages.ts'
import type { MailWords } from '../mail/mails.ts'
import { deExplanations } from './de/explanations.ts'
import { deMails } from './de/mails.ts'
import { dePages } from './de/pages.ts'
import { deRefusals } from './de/refusals.ts'
import { enExplanations } from './en/explanations.ts'
import { enMails } from './en/mails.ts'
import { enPages, type PageTexts } from './en/pages.ts'
import { enRefusals } from './en/refusals.ts'
import { esExplanations } from './es/explanations.ts'
import { esMails } from './es/mails.ts'
import { esPages } from './es/pages.ts'
import { esRefusals } from './es/refusals.ts'
import type { ExplanationWords } from './explanations.ts'
import { frExplanations } from './fr/explanations.ts'
import { frMails } from './fr/mails.ts'
import { frPages } from './fr/pages.ts'
import { frRefusals } from './fr/refusals.ts'
import type { RefusalWords } from './refusals.ts'

/** The words that people read, by language. */
export const texts: Record<
  Language,
  { mails: MailWords; pages: PageTexts; refusals: RefusalWords; explanations: ExplanationWords }
> = {
  en: { mails: enMails, pages: enPages, refusals: enRefusals, explanations: enExplanations },
  de: { mails: deMails, pages: dePages, refusals: deRefusals, explanations: deExplanations },
  fr: { mails: frMails, pages: frPages, refusals: frRefusals, explanations: frExplanations },
  es: { mails: esMails, pages: esPages, refusals: esRefusals, explanations: esExplanations },
}
