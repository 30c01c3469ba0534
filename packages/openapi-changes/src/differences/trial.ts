import { breaks } from '../rules.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'

/** Whether something would break, found out by comparing; `undefined` for the comparison means the usual one. */
export type Trial = (contrast: Contrast, comparison?: Comparison) => boolean

/** The same two schemas, with the other one as the older. */
export const reversed = (contrast: Contrast): Contrast => ({
  ...contrast,
  older: contrast.newer,
  newer: contrast.older,
  surroundings: { older: contrast.surroundings.newer, newer: contrast.surroundings.older },
  shapesOf: { older: contrast.shapesOf.newer, newer: contrast.shapesOf.older },
})

/** Whether one of these differences breaks. */
export const isBreaking = (
  { direction, older }: Contrast,
  { stem, wasDeprecated = older.isDeprecated }: Difference,
): boolean => breaks(stem, direction, wasDeprecated)
