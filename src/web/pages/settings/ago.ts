import { dayOf } from '#messages/mail/minute.ts'
import type { Language } from '#platform/languages.ts'

const units = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 7],
] as const

/** How long ago something was, which needs no time zone, and after a week the day. A future time counts as now. */
export const agoOf = (at: Date, nowMs: number, language: Language): string => {
  const passedMs = nowMs - at.getTime()
  const format = (count: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'always' | 'auto') =>
    new Intl.RelativeTimeFormat(language, { numeric }).format(-count, unit)
  if (passedMs < 60_000) return format(0, 'second', 'auto')
  const known = units.find(([, unitMs, most]) => passedMs < unitMs * most)
  return known ? format(Math.floor(passedMs / known[1]), known[0], 'always') : dayOf(at, language)
}
