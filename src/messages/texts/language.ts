import { type Language, languages, lookUpLanguage } from '../../platform/languages.ts'

/** A person's known preferences, the strongest first. */
type Wishes = {
  /** Chosen by the person, on a page. */
  chosen?: string | undefined
  /** OpenID Connect Core §3.1.2.1: `de-CH fr`. */
  uiLocales?: string | undefined
  /** `users.language`. */
  account?: string | null | undefined
  /** RFC 9110 §12.5.4: `de-CH, fr;q=0.8, *;q=0.5`. */
  acceptLanguage?: string | undefined
  /** The setting `LANGUAGE`. */
  standard: Language
}

/** Unknown languages and unreadable parts are skipped. */
export const chooseLanguage = ({
  chosen = '',
  uiLocales = '',
  account,
  acceptLanguage,
  standard,
}: Wishes): Language =>
  lookUpLanguage(chosen) ??
  firstOf(uiLocales.split(' ', maxRanges)) ??
  lookUpLanguage(account ?? '') ??
  acceptedLanguage(acceptLanguage, standard) ??
  standard

/** Our language that the header prefers. `*` means the default, or none without one. */
export const acceptedLanguage = (
  acceptLanguage: string | undefined,
  standard?: Language,
): Language | undefined => {
  const ranges = (acceptLanguage ?? '').split(',', maxRanges).flatMap(readRange)
  const refused = ranges.filter(({ quality }) => quality === 0).map(({ range }) => range)
  const isWelcome = (language: Language | undefined) => language !== undefined && !refused.includes(language)
  const rest = standard && [standard, ...languages].find(isWelcome)
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => (range === '*' ? rest : lookUpLanguage(range)))
    .find(isWelcome)
}

/** A header has far fewer, unless it is meant to keep us busy. */
const maxRanges = 32

const firstOf = (ranges: string[]) => ranges.map(lookUpLanguage).find((language) => language !== undefined)

const readRange = (text: string) => {
  const [, range = '', quality = '1'] =
    /^\s*([a-z0-9*-]{1,80})\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(text) ?? []
  return range ? [{ range: range.toLowerCase(), quality: Number(quality) }] : []
}
