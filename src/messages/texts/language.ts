import { type Language, languages, lookUpLanguage } from '../../platform/languages.ts'

/** What is known of a person's wishes, the strongest first. */
type Wishes = {
  /** By the person, on a page. */
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

/** Whatever is no language of ours, or cannot be read, is passed over. */
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

/** The one of ours that the header asks for. `*` asks for none, unless there is a standard. */
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

/** A header has far fewer, but for one that is meant to keep us busy. */
const maxRanges = 32

const firstOf = (ranges: string[]) => ranges.map(lookUpLanguage).find((language) => language !== undefined)

const readRange = (text: string) => {
  const [, range = '', quality = '1'] =
    /^\s*([a-z0-9*-]{1,80})\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(text) ?? []
  return range ? [{ range: range.toLowerCase(), quality: Number(quality) }] : []
}
