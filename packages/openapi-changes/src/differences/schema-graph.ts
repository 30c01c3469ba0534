import { makesRoom } from '../rules.ts'
import { compareAsChoices, compareChoices, compareDistributed } from './choices.ts'
import { compareConditions } from './compare-conditions.ts'
import type { Comparison, Contrast, Difference } from './contrast.ts'
import { compareKeywords } from './keywords.ts'
import { overlapsIn } from './overlaps.ts'
import { saysNothing } from './plain-shape.ts'
import { compareContents } from './properties.ts'
import type { Shape } from './shape.ts'
import { isBreaking, reversed, type Trial } from './trial.ts'

/** What has the schema: the thing itself, or what lies within it. */
const subjects = ['parameter', 'body', 'header', 'property'] as const

export type Subject = (typeof subjects)[number]

/** Two schemas, what differs in them, and the pairs within them. */
export type Node = {
  contrast: Contrast
  subject: Subject
  differences: Difference[]
  within: { place: string; node: Node; listedAt?: string | undefined }[]
  outside: Node[]
}

/** So many of either document that two numbers, and what kind of pair it is, are one: 2^22 twice, and 5 bits. */
const maxShapes = 2 ** 22

/** Pairs that a trial looks at before it gives up, and how deep trials may lie within each other. */
const maxTried = 200
const maxTrials = 2

/** Pairs of schemas, each compared once. Schemas refer to each other in circles, so it is no tree. */
export const newSchemaGraph = (depth = 0) => {
  const nodes = new Map<number, Node>()
  const numbers = new Map<Shape, number>()
  const numberOf = (shape: Shape): number => {
    const number = numbers.get(shape) ?? numbers.size
    numbers.set(shape, number)
    return number
  }
  const nodeOf = (subject: Subject, contrast: Contrast): Node => {
    const { older, newer, direction, isText } = contrast
    // only a default is judged by it
    const isOptional = contrast.isOptional && older.standard !== newer.standard
    const flags = [direction === 'request', isOptional, isText].map(Number)
    const kind = flags.reduce((bits, flag) => bits * 2 + flag, subjects.indexOf(subject))
    const key = (numberOf(older) * maxShapes + numberOf(newer)) * 32 + kind
    const known = nodes.get(key)
    if (known) return known
    const node = { contrast, subject, differences: [], within: [], outside: [] }
    nodes.set(key, node)
    return node
  }
  const trial = depth < maxTrials ? trialAt(depth + 1) : undefined
  const open = (node: Node, { differences, within }: Comparison): void => {
    node.differences = differences
    node.within = within.map(({ place, older, newer, isOptional = false, listedAt, ...more }) => {
      const { surroundings = node.contrast.surroundings } = more
      const inner = nodeOf('property', { ...node.contrast, older, newer, isOptional, surroundings })
      inner.outside.push(node)
      return { place, node: inner, listedAt }
    })
  }
  const addOverlaps = (): void => {
    const roomier = [...nodes.values()].filter(({ differences }) =>
      differences.some(({ stem }) => makesRoom(stem)),
    )
    const all = around(roomier)
    for (const node of all) node.differences.push(...overlapsIn(node, all))
  }
  /** Compares them all, and finds those that differ or have something within that does. */
  const compareAll = (): Set<Node> => {
    // it grows while it is gone through
    for (const node of nodes.values()) open(node, compare(node.contrast, trial))
    addOverlaps()
    return around([...nodes.values()].filter(({ differences }) => differences.length > 0))
  }
  /** Whether anything breaks, or there is too much to be sure. */
  const isAnyBreaking = (first: Comparison | undefined): boolean => {
    let comparison = first
    for (const node of nodes.values()) {
      open(node, comparison ?? compare(node.contrast, trial))
      comparison = undefined
      const isBroken = node.differences.some((difference) => isBreaking(node.contrast, difference))
      if (isBroken || nodes.size > maxTried) return true
    }
    addOverlaps()
    return [...nodes.values()].some(({ contrast, differences }) =>
      differences.some((difference) => isBreaking(contrast, difference)),
    )
  }
  return { nodeOf, compareAll, isAnyBreaking }
}

const trialAt =
  (depth: number): Trial =>
  (contrast, first) => {
    const graph = newSchemaGraph(depth)
    graph.nodeOf('property', contrast)
    return graph.isAnyBreaking(first)
  }

type Reading = (contrast: Contrast, trial: Trial | undefined) => Comparison | undefined

/**
 * A single shape that becomes one of several can be read in two ways: as shapes that are listed, and as something that
 * has to be fitted besides. So can what stands beside a choice: as said of the whole, and as said in each of the shapes.
 * Each of them is right, so the one counts by which less breaks, there and back.
 */
const compare = (contrast: Contrast, trial: Trial | undefined): Comparison => {
  const { older, newer } = contrast
  if (older.choice && newer.choice) {
    const plain = comparePlainly(contrast, trial)
    return plain.differences.length > 0 ? better(contrast, trial, plain, compareDistributed) : plain
  }
  const asChoices = compareAsChoices(contrast, trial)
  if (!asChoices) return comparePlainly(contrast, trial)
  const isOnlyChoice = saysNothing(
    older.choice ? { ...older, choice: undefined } : { ...newer, choice: undefined },
  )
  if (isOnlyChoice || !trial) return asChoices
  return better(contrast, trial, comparePlainly(contrast, trial), compareAsChoices)
}

const better = (
  contrast: Contrast,
  trial: Trial | undefined,
  plain: Comparison,
  reading: Reading,
): Comparison => {
  const other = trial && reading(contrast, trial)
  if (!trial || !other) return plain
  const back = reversed(contrast)
  const count = (there: Comparison, andBack: Comparison | undefined): number =>
    Number(trial(contrast, there)) + Number(trial(back, andBack))
  const [others, plains] = [count(other, reading(back, trial)), count(plain, comparePlainly(back, trial))]
  // where either way everything breaks, a shape more or less says it best
  const isAsGood = others + plains === 4 && reading === compareAsChoices
  return others < plains || isAsGood ? other : plain
}

const comparePlainly = (contrast: Contrast, trial: Trial | undefined): Comparison => {
  const [contents, choices] = [compareContents(contrast), compareChoices(contrast, trial)]
  const conditions = compareConditions(contrast, trial)
  const all = [contents, conditions, choices]
  return {
    differences: [...compareKeywords(contrast), ...all.flatMap(({ differences }) => differences)],
    within: all.flatMap(({ within }) => within),
  }
}

/** These, and all that they lie within. */
const around = (nodes: Node[]): Set<Node> => {
  const found = new Set(nodes)
  for (const node of found) for (const outer of node.outside) found.add(outer)
  return found
}
