import { bothHave } from './both-have.ts'
import {
  type Comparison,
  type Contrast,
  type Difference,
  nothing,
  placeOf,
  placeOfName,
  shapeOrAny,
  type Within,
} from './contrast.ts'
import { compareEvaluation } from './evaluation.ts'
import { comparePatterns } from './patterns.ts'
import { isSameLeaf } from './same-leaf.ts'
import type { Schema, Shape, Shapes } from './shape.ts'
import { isBeforeSunset } from './sunset.ts'
import { saidOf } from './surroundings.ts'

/** What differs in what an object or a list holds. */
export const compareContents = (contrast: Contrast): Comparison => {
  const all = [
    ...(bothHave(contrast, 'object') ? membersOf(contrast) : []),
    ...(bothHave(contrast, 'array') ? [{ differences: [], within: listItems(contrast) }] : []),
    { differences: compareEvaluation(contrast), within: [] },
  ]
  return {
    differences: all.flatMap(({ differences }) => differences),
    within: all.flatMap(({ within }) => within),
  }
}

const membersOf = (contrast: Contrast): Comparison[] => {
  const { older, newer } = contrast
  const names = [older, newer].flatMap(({ properties, required }) => [
    ...properties.keys(),
    ...required.keys(),
  ])
  const properties = [...new Set(names)].map((name) => compareProperty(contrast, name))
  const besides = { differences: compareClosing(contrast), within: others(contrast) }
  return [...properties, comparePatterns(contrast), besides].filter((comparison) => comparison !== nothing)
}

/** A property that a direction does not carry is as good as none. */
type Property = { shape: Shape; isListed: boolean; isRequired: boolean; isHidden: boolean; path: string }

const compareProperty = (contrast: Contrast, name: string): Comparison => {
  const { older, newer, direction, shapesOf } = contrast
  const [wasRequired, isRequired] = [older.required.has(name), newer.required.has(name)]
  const [from, to] = [older.properties.get(name), newer.properties.get(name)]
  if (from && to && wasRequired === isRequired && isSameLeaf(contrast, from.schema, to.schema)) return nothing
  const place = placeOfName(name)
  const before = propertyOf(older, shapesOf.older, name, direction)
  const after = propertyOf(newer, shapesOf.newer, name, direction)
  const isThere = { before: before && !before.isHidden, after: after && !after.isHidden }
  if (before && after && isThere.before && isThere.after) {
    const isOptional = !before.isRequired && !after.isRequired
    const within = [{ place, older: before.shape, newer: after.shape, isOptional }]
    return { differences: compareRequirement(before, after, place, newer, name), within }
  }
  if (after && isThere.after) return compareNew(contrast, name, before, after)
  if (!before || !isThere.before) return nothing
  return compareGone(contrast, name, before, after)
}

const propertyOf = (
  shape: Shape,
  shapes: Shapes,
  name: string,
  direction: Contrast['direction'],
): Property | undefined => {
  const part = shape.properties.get(name)
  const required = shape.required.get(name)
  const path = part?.pointer ?? required
  if (path === undefined) return undefined
  const property = part ? shapes.shapeOf(part.schema) : otherAt(path, shape, shapes)
  const isHidden = direction === 'request' ? property.isReadOnly : property.isWriteOnly
  return { shape: property, isListed: part !== undefined, isRequired: required !== undefined, isHidden, path }
}

/** What is required and not listed has to fit what all others have to; unless a pattern, which is not read, is about it. */
const otherAt = (path: string, { others, conditions }: Shape, shapes: Shapes): Shape => {
  if (others === 'open' || conditions.has('patternProperties')) return shapes.anyAt(path)
  return shapes.shapeOf(others === 'closed' ? [{ value: false, pointer: path }] : others)
}

const compareRequirement = (
  before: Property,
  after: Property,
  place: string,
  newer: Shape,
  name: string,
): Difference[] => {
  if (before.isRequired === after.isRequired) return []
  const wasDeprecated = before.shape.isDeprecated
  if (!after.isRequired) return [{ stem: 'property-became-optional', place, path: after.path, wasDeprecated }]
  const path = newer.required.get(name) ?? after.path
  return [{ stem: 'property-became-required', place, path, wasDeprecated }]
}

const compareNew = (
  contrast: Contrast,
  name: string,
  before: Property | undefined,
  { shape, isListed, isRequired, path }: Property,
): Comparison => {
  const place = placeOfName(name)
  // named without a word on what it is: it may be described elsewhere
  if (!before && !isListed)
    return { differences: [{ stem: 'property-became-required', place, path }], within: [] }
  if (before) {
    const stem =
      contrast.direction === 'request' ? 'property-no-longer-read-only' : 'property-no-longer-write-only'
    const required = isRequired ? [{ stem: 'property-became-required', place, path }] : []
    return { differences: [{ stem, place, path }, ...required], within: [] }
  }
  const stem = isRequired ? 'property-added-required' : 'property-added-optional'
  return { differences: [{ stem, place, path }], within: saidBefore(contrast, name, shape) }
}

const compareGone = (
  contrast: Contrast,
  name: string,
  before: Property,
  after: Property | undefined,
): Comparison => {
  const [place, wasDeprecated] = [placeOfName(name), before.shape.isDeprecated]
  if (!after && !before.isListed) {
    return {
      differences: [{ stem: 'property-became-optional', place, path: contrast.newer.pointer }],
      within: [],
    }
  }
  if (!after) {
    const until = before.shape.sunset
    const gone = isBeforeSunset(wasDeprecated, until, contrast.today)
      ? { stem: 'property-removed-before-sunset', from: until }
      : { stem: 'property-removed' }
    return {
      differences: [{ ...gone, place, path: before.path, wasDeprecated }],
      within: saidAfter(contrast, name, before.shape),
    }
  }
  const stem = contrast.direction === 'request' ? 'property-became-read-only' : 'property-became-write-only'
  return { differences: [{ stem, place, path: after.path, wasDeprecated }], within: [] }
}

/** What was not listed here before may have been elsewhere, and had to fit something already. */
const saidBefore = ({ older, surroundings, shapesOf }: Contrast, name: string, newer: Shape): Within[] =>
  saidOf(name, older, shapesOf.older, surroundings.older).map((said) => {
    return { place: placeOfName(name), older: said, newer }
  })

/** And what is not listed here any more may be elsewhere. */
const saidAfter = ({ newer, surroundings, shapesOf }: Contrast, name: string, older: Shape): Within[] =>
  saidOf(name, newer, shapesOf.newer, surroundings.newer).map((said) => {
    return { place: placeOfName(name), older, newer: said }
  })

const compareClosing = ({ older, newer }: Contrast): Difference[] => {
  const [wasClosed, isClosed] = [older.others === 'closed', newer.others === 'closed']
  if (wasClosed === isClosed) return []
  const stem = isClosed ? 'more-properties-refused' : 'more-properties-allowed'
  return [{ stem, path: placeOf(newer, 'additionalProperties') }]
}

const others = (contrast: Contrast): Within[] => {
  const { older, newer } = contrast
  if (older.others === 'closed' || newer.others === 'closed') return []
  return pair(contrast, '.*', [older, schemaOf(older.others)], [newer, schemaOf(newer.others)])
}

const schemaOf = (others: Schema | string): Schema => (typeof others === 'string' ? [] : others)

/** By their position, as far as some have one of their own; and where there are no more, the others do not matter. */
const listItems = (contrast: Contrast): Within[] => {
  const { older, newer } = contrast
  const most = Math.min(
    ...[older, newer].map(({ bounds }) => Number(bounds.get('maxItems')?.value ?? Infinity)),
  )
  const count = Math.min(most, Math.max(older.prefix.length, newer.prefix.length))
  const placed = Array.from({ length: count }, (_, at) => {
    const [before, after] = [older, newer].map(({ prefix, items }) => prefix[at] ?? items)
    return pair(contrast, `[${at}]`, [older, before ?? []], [newer, after ?? []])
  })
  const others = count < most ? pair(contrast, '[]', [older, older.items], [newer, newer.items]) : []
  return [...placed.flat(), ...others]
}

const pair = (
  contrast: Contrast,
  place: string,
  [older, before]: [Shape, Schema],
  [newer, after]: [Shape, Schema],
): Within[] => {
  if (before.length === 0 && after.length === 0) return []
  if (isSameLeaf(contrast, before, after)) return []
  const { shapesOf } = contrast
  const from = shapeOrAny(shapesOf.older, before, older.pointer)
  return [{ place, older: from, newer: shapeOrAny(shapesOf.newer, after, newer.pointer) }]
}
