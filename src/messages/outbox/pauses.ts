const firstSeconds = 30
const longestSeconds = 4 * 60 * 60

/** Seconds until the next attempt: growing, with jitter. */
export const pauseAfter = (attempt: number, chance: number = Math.random()): number =>
  Math.min(firstSeconds * 2 ** (attempt - 1), longestSeconds) * (0.9 + 0.2 * chance)
