import type { Language } from '../../platform/languages.ts'

/** @returns the format of a language. Making it takes longer than using it a hundred times, so that it is kept */
const formats = (options: Intl.DateTimeFormatOptions) => {
  const made: Partial<Record<Language, Intl.DateTimeFormat>> = {}
  return (language: Language): Intl.DateTimeFormat => {
    made[language] ??= new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return made[language]
  }
}

const minutesIn = formats({ dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })
const daysIn = formats({ dateStyle: 'long' })

/** To the minute, in UTC, because we don't know the reader's time zone. */
export const minuteOf = (at: Date, language: Language = 'en'): string =>
  `${minutesIn(language).format(at)} UTC`

/** The day, in UTC. */
export const dayOf = (at: Date, language: Language): string => daysIn(language).format(at)
