import type { Language } from '../../platform/languages.ts'

export type Unit = 'second' | 'minute' | 'hour' | 'day'

/** For example `30 minutes` or `1 Stunde`. */
export const spanOf = (count: number, unit: Unit, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** A wait in the largest unit that says it well, rounded up: `2 minutes`. */
export const waitText = (seconds: number, language: Language): string => {
  const [unit, length] = units.find(([, limit]) => seconds >= limit) ?? (['second', 1] as const)
  return spanOf(Math.ceil(seconds / length), unit, language)
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
