/** To the minute, in UTC, because we don't know the reader's time zone. */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
