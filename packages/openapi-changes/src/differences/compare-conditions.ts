import { isObject } from '../document.ts'
import { waysToSee } from './branch-fit.ts'
import { consequencesOf, schemasUnder, schemaUnder } from './condition-schemas.ts'
import { groupOf, isLimit } from './condition-words.ts'
import { areSame } from './conditions.ts'
import { isBinaryAcross } from './content-words.ts'
import { type Comparison, type Contrast, nothing, shapeOrAny, type Within } from './contrast.ts'
import { saysNothing } from './plain-shape.ts'
import type { Schema, Shape, Shapes } from './shape.ts'
import type { Trial } from './trial.ts'

/** What differs in conditions: what they demand of the value, or of a part of it, is compared; all else as a whole. */
export const compareConditions = (sides: Contrast, trial?: Trial): Comparison => {
  const { older, newer } = sides
  if (older.conditions.size + newer.conditions.size === 0) return nothing
  const groups = new Set([...older.conditions.keys(), ...newer.conditions.keys()].map(groupOf))
  // patterns are compared like properties
  groups.delete('patternProperties')
  const contrast = { ...sides, trial }
  const all = [...groups].map((group) =>
    (Object.hasOwn(ways, group) ? ways[group]! : asWhole)(contrast, group),
  )
  return {
    differences: all.flatMap(({ differences }) => differences),
    within: all.flatMap(({ within }) => within),
  }
}

type Tried = Contrast & { trial?: Trial | undefined }

type Way = (contrast: Tried, group: string) => Comparison

/** One more takes room away, and one less gives some. What another one does is not known. */
const asWhole: Way = (contrast, group) => {
  const [was, is] = [keywordsIn(contrast.older, group), keywordsIn(contrast.newer, group)]
  const keyword = [...new Set([...was, ...is])].find((name) => !isSame(contrast, name))
  if (keyword === undefined) return nothing
  const isChanged = !isLimit(group) || (was.length > 0 && is.length > 0)
  return tell(contrast, keyword, isChanged ? 'changed' : is.length > 0 ? 'added' : 'removed')
}

const keywordsIn = ({ conditions }: Shape, group: string): string[] =>
  [...conditions.keys()].filter((keyword) => groupOf(keyword) === group)

const isSame = (contrast: Tried, keyword: string): boolean => {
  const { older, newer, shapesOf } = contrast
  const [one, other] = [older.conditions.get(keyword), newer.conditions.get(keyword)]
  if (!one || !other) return one === other
  if (areSame(shapesOf.older.document, shapesOf.newer.document, keyword, one, other)) return true
  return schemas.has(keyword) && areAlike(contrast, keyword)
}

/** Conditions that are a schema. */
const schemas = new Set(['not', 'if', 'contains'])

/** Whether nothing breaks between the schemas under a keyword, there and back, sent or got. */
const areAlike = ({ trial, ...contrast }: Tried, keyword: string): boolean => {
  const { older, newer, shapesOf } = contrast
  const pair = {
    ...contrast,
    older: shapesOf.older.shapeOf(schemaUnder(older, keyword, shapesOf.older)),
    newer: shapesOf.newer.shapeOf(schemaUnder(newer, keyword, shapesOf.newer)),
  }
  return trial !== undefined && waysToSee(pair).every((way) => !trial(way))
}

const tell = ({ newer }: Contrast, keyword: string, end: 'added' | 'removed' | 'changed'): Comparison => {
  const path = newer.conditions.get(keyword)?.pointer ?? newer.pointer
  return { differences: [{ stem: `condition-${end}`, path, detail: ` ${keyword}` }], within: [] }
}

/** What follows from the same condition is compared. */
const ifMet: Way = (contrast, group) => {
  if (!isSame(contrast, group)) return followsNothing(contrast) ? nothing : asWhole(contrast, group)
  const within = ['then', 'else'].flatMap((keyword) => pairOf(contrast, keyword, keyword))
  return { differences: [], within: within.map((pair) => amid(contrast, pair)) }
}

/** Whether neither condition has a consequence, whatever it is. */
const followsNothing = ({ older, newer, shapesOf }: Contrast): boolean =>
  [...consequencesOf(older, shapesOf.older), ...consequencesOf(newer, shapesOf.newer)].every(
    (shape) => !shape.choice && saysNothing(shape),
  )

/** It is said of the whole value, so that what is said of that counts as well. */
const amid = ({ older, newer, surroundings }: Contrast, pair: Within): Within => ({
  ...pair,
  surroundings: {
    older: (shape) => [...(shape === pair.older ? [older] : []), ...surroundings.older(shape)],
    newer: (shape) => [...(shape === pair.newer ? [newer] : []), ...surroundings.newer(shape)],
  },
})

/** Of what has to be there as often as before, the schemas are compared; and of the same, how often. */
const contained: Way = (contrast, group) => {
  const { older, newer } = contrast
  const isFew = ({ conditions }: Shape) => !conditions.has(group) || conditions.has('maxContains')
  if (isSame(contrast, group)) return counted(contrast)
  if (isFew(older) || isFew(newer) || !isSame(contrast, 'minContains')) return asWhole(contrast, group)
  return { differences: [], within: pairOf(contrast, group, group) }
}

const counted = (contrast: Tried): Comparison => {
  const [least, most] = [risen(contrast, 'minContains', 1), -risen(contrast, 'maxContains', Number.MAX_VALUE)]
  if (least === 0 && most === 0) return nothing
  const end = least >= 0 && most >= 0 ? 'added' : least <= 0 && most <= 0 ? 'removed' : 'changed'
  return tell(contrast, least === 0 ? 'maxContains' : 'minContains', end)
}

/** By how much a number of the conditions is more than before. */
const risen = ({ older, newer }: Contrast, keyword: string, standard: number): number => {
  const numberIn = ({ conditions }: Shape) => Number(conditions.get(keyword)?.value ?? standard)
  return numberIn(newer) - numberIn(older)
}

const pairOf = (
  contrast: Contrast,
  keyword: string,
  place: string,
  besides: Besides = () => [],
): Within[] => {
  const { older, newer, shapesOf } = contrast
  const shapeIn = (shape: Shape, shapes: Shapes) =>
    shapeOrAny(shapes, [...schemaUnder(shape, keyword, shapes), ...besides(shape)], shape.pointer)
  const isIn = [older, newer].some(({ conditions }) => conditions.has(keyword))
  if (!isIn) return []
  return [
    { place: `(${place})`, older: shapeIn(older, shapesOf.older), newer: shapeIn(newer, shapesOf.newer) },
  ]
}

type Besides = (shape: Shape) => Schema

/** Every name is a text, whether or not that is said. */
const named: Way = (contrast, group) => {
  const isText = { type: 'string' }
  const besides = ({ pointer }: Shape) => [
    { value: true, pointer },
    { value: isText, pointer },
  ]
  return { differences: [], within: pairOf(contrast, group, 'name', besides) }
}

const dependents: Way = (contrast, group) => {
  const [from, to] = [dependentsIn(contrast.older, group), dependentsIn(contrast.newer, group)]
  const isLess = [...from].some((pair) => !to.has(pair))
  const isMore = [...to].some((pair) => !from.has(pair))
  if (!isLess && !isMore) return nothing
  return tell(contrast, group, isLess && isMore ? 'changed' : isMore ? 'added' : 'removed')
}

/** Each name with each that it brings along. */
const dependentsIn = ({ conditions }: Shape, group: string): Set<string> => {
  const value = conditions.get(group)?.value
  const pairs = Object.entries(isObject(value) ? value : {}).flatMap(([name, others]) =>
    [others].flat().map((other) => JSON.stringify([name, other])),
  )
  return new Set(pairs)
}

const dependentShapes: Way = (contrast, group) => {
  const { older, newer, shapesOf } = contrast
  const [from, to] = [schemasUnder(older, group, shapesOf.older), schemasUnder(newer, group, shapesOf.newer)]
  const within = [...new Set([...from.keys(), ...to.keys()])].map((name) => {
    const [before, after] = [from.get(name), to.get(name)]
    return amid(contrast, {
      place: `(with ${name})`,
      older: shapeOrAny(shapesOf.older, before && [before], older.pointer),
      newer: shapeOrAny(shapesOf.newer, after && [after], newer.pointer),
    })
  })
  return { differences: [], within }
}

/** It says what a text holds, and takes nothing from anybody until it says something else. */
const labelled: Way = (contrast, group) => {
  const { older, newer } = contrast
  if (isBinaryAcross(contrast) || isSame(contrast, group)) return nothing
  const [from, to] = [older, newer].map(({ conditions }) => conditions.get(group))
  if (from && to) return asWhole(contrast, group)
  const stem = to ? 'content-named' : 'content-no-longer-named'
  return { differences: [{ stem, path: to?.pointer ?? newer.pointer, detail: ` ${group}` }], within: [] }
}

const ways: Record<string, Way> = {
  contentMediaType: labelled,
  contentSchema: labelled,
  if: ifMet,
  contains: contained,
  propertyNames: named,
  dependentRequired: dependents,
  dependentSchemas: dependentShapes,
}
