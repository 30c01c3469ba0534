import type { Draw } from './random-schema.ts'

/** Draws the same for the same seed, whatever version of whatever library is installed. */
export const drawBySeed = (seed: number): Draw => {
  let state = seed
  // mulberry32, by Tommy Ettinger, in the public domain
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  return {
    one: (values) => values[upTo(values.length - 1)]!,
    some: (values) => values.filter(() => next() < 0.5),
    upTo,
    chance: (percent) => upTo(99) < percent,
  }
}
