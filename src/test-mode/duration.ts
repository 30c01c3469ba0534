/** `P1Y2M3W4DT5H6M7.5S` (ISO 8601-1 §5.5.2), with at least one part. */
const pattern =
  /^P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

const dayMs = 86_400_000

/**
 * The instant that lies a duration after another. Years and months are those of the calendar, in UTC.
 * @returns undefined if the text is no duration, or one that no calendar has
 */
export const instantAfter = (fromMs: number, duration: string): number | undefined => {
  const found = pattern.exec(duration)
  if (!found) return
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(fromMs)
  moveMonths(date, 12 * (years ?? 0) + (months ?? 0))
  const instantMs =
    date.getTime() +
    (7 * (weeks ?? 0) + (days ?? 0)) * dayMs +
    ((hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1_000
  // dates end in the year 275760
  return Number.isFinite(instantMs) ? instantMs : undefined
}

/** A month after 31 January is the last day of February. */
const moveMonths = (date: Date, months: number) => {
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
}
