// the first that is found counts: most browsers name others as well
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

/**
 * What a `User-Agent` seems to be, in our own words. Whoever signs in writes that header, and a mail must not carry a
 * stranger's sentences to the owner.
 */
export const deviceOf = (userAgent: string): string | undefined => {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  return browser && system ? `${browser} on ${system}` : (browser ?? system)
}

const find = (known: readonly (readonly [mark: string, name: string])[], userAgent: string) =>
  known.find(([mark]) => userAgent.includes(mark))?.[1]
