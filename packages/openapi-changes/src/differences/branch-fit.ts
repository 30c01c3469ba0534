import { areApart } from './apart.ts'
import type { Contrast } from './contrast.ts'
import type { Shape } from './shape.ts'
import { reversed, type Trial } from './trial.ts'

type Branch = { shape: Shape }

/** To try everything with everything takes long, and those that many do not fit are not the same ones. */
const maxTried = 100

/** What nothing is known by: those of which one has room for all of the other. */
export const pairsByFit = <Some extends Branch>(
  older: Some[],
  newer: Some[],
  contrast: Contrast,
  trial: Trial,
): [Some, Some][] => {
  if (older.length * newer.length > maxTried) return []
  const free = new Set(newer)
  return older.flatMap((one): [Some, Some][] => {
    const other = [...free].find((candidate) => {
      const pair = { ...contrast, older: one.shape, newer: candidate.shape }
      return mayFit(pair) && waysToSee(pair).some((way) => !trial(way))
    })
    if (!other) return []
    free.delete(other)
    return [[one, other]]
  })
}

/** There and back, by what clients send and by what they get. */
export const waysToSee = (pair: Contrast): Contrast[] =>
  [pair, reversed(pair)].flatMap((way): Contrast[] => [
    way,
    { ...way, direction: way.direction === 'request' ? 'response' : 'request' },
  ])

/**
 * Whether what a branch allows is allowed by another one on the other side: a request that fits the branch fits that one,
 * and an answer that fits the branch may have come from that one.
 */
export const isPartOf = (
  branch: Branch,
  whole: Branch,
  isOlder: boolean,
  contrast: Contrast,
  trial: Trial,
): boolean => {
  const [older, newer] = isOlder ? [branch.shape, whole.shape] : [whole.shape, branch.shape]
  const pair = { ...contrast, older, newer }
  const isForward = isOlder === (contrast.direction === 'request')
  return mayFit(pair) && !trial(isForward ? pair : reversed(pair))
}

/** At a glance, which does not go into the properties: they are from two documents. */
const mayFit = ({ older, newer, shapesOf }: Contrast): boolean =>
  !areApart({ shape: older, shapes: shapesOf.older }, { shape: newer, shapes: shapesOf.newer }, 0)
