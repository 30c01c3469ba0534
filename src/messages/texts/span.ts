import type { Language } from '../../platform/languages.ts'

export type Unit = 'second' | 'minute' | 'hour' | 'day'

/** For example `30 minutes` or `1 Stunde`. */
export const spanOf = (count: number, unit: Unit, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
