import { type Language, languages, lookUpLanguage } from '../../platform/languages.ts'

/**
 * Also as desktops set it for gettext, a list in order: `de_AT:de`.
 * @throws unless it names one of our languages
 */
export const language = (text: string): Language => {
  const found = text
    .split(':')
    .map((locale) => lookUpLanguage(locale.replaceAll('_', '-')))
    .find((known) => known !== undefined)
  if (!found) throw new Error(`must be one of ${languages.join(', ')}`)
  return found
}
