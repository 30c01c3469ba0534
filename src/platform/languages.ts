import type { Known, LanguageTag } from '../../contract/wire.ts'

/** The languages of everything that people read, as BCP 47 tags. */
export const languages = ['en', 'de', 'fr', 'es'] as const satisfies readonly Known<LanguageTag>[]

/** Their names in the languages themselves. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } satisfies Record<
  Language,
  string
>

export type Language = Known<LanguageTag>

// RFC 5646 §2.1: subtags have eight characters at most
const wellFormed = /^[a-z]{1,8}(-[a-z0-9]{1,8}){0,8}$/

/** The language that a range such as `de-AT` leads to (RFC 4647 §3.4), if it is one of ours. */
export const lookUpLanguage = (range: string): Language | undefined => {
  const lower = range.toLowerCase()
  return wellFormed.test(lower) ? lookUp(lower) : undefined
}

const lookUp = (range: string): Language | undefined => {
  const found = languages.find((language) => language.toLowerCase() === range)
  const end = range.lastIndexOf('-')
  return found ?? (end < 0 ? undefined : lookUp(range.slice(0, end)))
}
