import type { FieldError } from '#contract/wire.ts'
import type { PageTexts } from '../../messages/texts/en/pages.ts'
import { texts } from '../../messages/texts/index.ts'
import { faultIn, refusalIn } from '../../messages/texts/refusals.ts'
import type { Refused } from '../../platform/errors.ts'
import { type Language, languages } from '../../platform/languages.ts'

/** The words of the pages in one language. */
export type PageWords = PageTexts & {
  language: Language
  /** A field's fault, as a sentence without the field's name. */
  problem(fault: FieldError): string
  /** A refusal of the whole form. */
  refused(refused: Refused): string
}

const wordsOf = (language: Language): PageWords => ({
  ...texts[language].pages,
  language,
  problem: (fault) => faultIn(language, fault),
  refused: ({ details, headers }) =>
    refusalIn(language, details, Number(headers['Retry-After']) || undefined),
})

const words = Object.fromEntries(languages.map((language) => [language, wordsOf(language)]))

export const wordsIn = (language: Language): PageWords => words[language] as PageWords
