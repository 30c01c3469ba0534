import { child, type Place } from '../document.ts'

/** The day until which something stays, `2026-11-21`: the extension by which tools say so. Empty for what is no date. */
export const sunsetOf = (place: Place): string | undefined => {
  const value = child(place, 'x-sunset')?.value
  if (value === undefined) return undefined
  const [, day = ''] = /^(\d{4}-\d\d-\d\d)(?:[T\s].*)?$/s.exec(String(value).trim()) ?? []
  return isDay(day) ? day : ''
}

/** JavaScript takes the 30th of February for the 2nd of March. */
const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Whether something goes before the day until which it was promised to stay. */
export const isBeforeSunset = (
  wasDeprecated: boolean,
  until: string | undefined,
  today: string | undefined,
): until is string => wasDeprecated && until !== undefined && today !== undefined && today < until

export type SunsetChange = { end: string; from?: string; to?: string }

/** How the promise changed, if it did: what stays after all breaks none, and what is no date takes none back. */
export const sunsetChange = (
  from: string | undefined,
  to: string | undefined,
  isDeprecated: boolean,
): SunsetChange[] => {
  if (from === to || to === '') return []
  if (!from) return to === undefined ? [] : [{ end: 'sunset-added', to }]
  if (to === undefined) return isDeprecated ? [{ end: 'sunset-removed', from }] : []
  return [{ end: to < from ? 'sunset-brought-forward' : 'sunset-put-off', from, to }]
}
