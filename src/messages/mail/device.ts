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

const systems = [
  ['iPhone', 'an iPhone'],
  ['iPad', 'an iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Our own words for a `User-Agent`, because an email must not carry a stranger's text to the owner. */
export const deviceOf = (userAgent: string): string | undefined => {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}

const find = (known: readonly (readonly [mark: string, name: string])[], userAgent: string) =>
  known.find(([mark]) => userAgent.includes(mark))?.[1]
