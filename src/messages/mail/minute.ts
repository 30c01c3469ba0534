import type { Language } from '../../platform/languages.ts'

const timeZone = 'UTC'

/** To the minute, in UTC, because we don't know the reader's time zone. */
export const minuteOf = (at: Date, language: Language = 'en'): string => {
  const format = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone } as const
  return `${new Intl.DateTimeFormat(language, format).format(at)} UTC`
}

/** The day, in UTC. */
export const dayOf = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at)
