const pattern = /^(\d{4})-(\d\d)-(\d\d)(T([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** ISO 8601: a day, or an instant with its offset from UTC. @returns undefined for anything else, and for the past */
export const futureInstant = (text: string, nowMs: number): Date | undefined => {
  const [, year, month, day] = pattern.exec(text) ?? []
  // `Date` takes the 31st of February for a day in March
  const isDay = new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day)
  const at = new Date(text)
  return isDay && at.getTime() > nowMs ? at : undefined
}
