import type { Language } from '../../platform/languages.ts'
import { texts } from '../texts/index.ts'

// the first match counts, because most browsers name others as well
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const

const handhelds = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
] as const

const systems = [
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Our own words for a `User-Agent`, because an email must not carry a stranger's text to the owner. */
export const deviceOf = (userAgent: string, language: Language): string | undefined => {
  const browser = find(browsers, userAgent)
  const handheld = find(handhelds, userAgent)
  const system = handheld ?? find(systems, userAgent)
  const { on } = texts[language].mails
  return browser && system
    ? `${browser} ${handheld ? on.handheld : on.system} ${system}`
    : (browser ?? system)
}

const find = (known: readonly (readonly [mark: string, name: string])[], userAgent: string) =>
  known.find(([mark]) => userAgent.includes(mark))?.[1]
