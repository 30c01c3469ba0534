import { type Language, languages, lookUpLanguage } from '../../platform/languages.ts'

/**
 * Also as desktops set it for gettext, a list in order: `de_AT:de`. One without a language of ours stops no start.
 * @throws unless it names one of our languages
 */
export const language = (text: string): Language => {
  const found = text
    .split(':')
    .map((locale) => lookUpLanguage(locale.replaceAll('_', '-')))
    .find((known) => known !== undefined)
  if (!found && /^[a-z]{2,3}[_:]/i.test(text)) return 'en'
  if (!found) throw new Error(`must be one of ${languages.join(', ')}`)
  return found
}
