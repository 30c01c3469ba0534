/** A point in time as mails and pages say it: to the minute, in UTC, because nobody knows where its reader is. */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
