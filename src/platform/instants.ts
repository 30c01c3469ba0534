const pattern = /^(\d{4}-\d\d-)(\d\d)(T([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/**
 * ISO 8601: a day, from its midnight in UTC, or an instant with its offset from it, in the years 0 to 9999 of UTC.
 * @returns undefined for anything else
 */
export const instantIn = (text: string): Date | undefined => {
  const [, month, day] = pattern.exec(text) ?? []
  // `Date` takes the 31st of February for a day in March
  const isDay = new Date(`${month}${day}`).getUTCDate() === Number(day)
  const at = new Date(text)
  const year = at.getUTCFullYear()
  return isDay && year >= 0 && year <= 9_999 ? at : undefined
}

/** @returns undefined for an invalid instant, and for the past */
export const futureInstant = (text: string, nowMs: number): Date | undefined => {
  const at = instantIn(text)
  return at && at.getTime() > nowMs ? at : undefined
}
