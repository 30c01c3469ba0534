const units: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** `3 hours`: how long something took or takes, rounded down. */
export const ageOf = (seconds: number): string => {
  const [length, name] = units.find(([length]) => seconds >= length) ?? [1, 'second']
  const count = Math.floor(seconds / length)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
