import { type Language, languages, lookUpLanguage } from '../../platform/languages.ts'

/**
 * Also as desktops set it for gettext, a list in order: `de_AT.UTF-8:de`. One without a language of ours stops no start.
 * @throws for what names no language
 */
export const language = (text: string): Language => {
  const ranges = text.split(':').map((locale) => locale.replace(/[.@].*$/, '').replaceAll('_', '-'))
  const found = ranges.map(lookUpLanguage).find((known) => known !== undefined)
  if (!found && ranges.some(isLocale)) return 'en'
  if (!found) throw new Error(`must be one of ${languages.join(', ')}`)
  return found
}

const isLocale = (range: string) => /^([a-z]{2,3}(-.*)?|C|POSIX)$/i.test(range)
