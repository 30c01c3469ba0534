import { DocumentError, isObject, type OpenApi, type Place } from '../document.ts'
import { bothOf } from './both-of.ts'
import type { Bounds } from './bounds.ts'
import type { Discriminator } from './discriminators.ts'
import { normalShape } from './normal-shape.ts'
import { partsIn } from './parts.ts'
import { anything } from './plain-shape.ts'
import type { Types } from './types.ts'

/** What a schema says, in one form whatever the words: put together from its references and its `allOf`. */
export type Shape = {
  /** Where it stands, or the first of its parts. */
  pointer: string
  /** Where each of its keywords stands. */
  at(keyword: string): string | undefined
  title?: string | undefined
  types: Types
  isNullable: boolean
  /** Whether null is what a document of 3.0 means, and not what it says by the letter. */
  isNullMeant: boolean
  /** The values of `enum` or `const` that the types allow, as canonical JSON, and where they stand. Never null. */
  values?: ReadonlyMap<string, string> | undefined
  /** The values that `x-extensible-enum` names where there is no list of all, in the same way: others may come. */
  known?: ReadonlyMap<string, string> | undefined
  bounds: Bounds
  multipleOf?: number | bigint | undefined
  hasUniqueItems: boolean
  pattern?: string | undefined
  format?: string | undefined
  /** What `default` says, as canonical JSON. */
  standard?: string | undefined
  /** How it is written as XML, as canonical JSON. */
  xml?: string | undefined
  properties: ReadonlyMap<string, Part>
  /** Names, and where they are said to be required. */
  required: ReadonlyMap<string, string>
  /** What properties that are not listed have to fit; open where nothing is said of them. */
  others: Schema | 'open' | 'closed'
  /** What items have to fit by their position, and what the others have to. */
  prefix: readonly Schema[]
  items: Schema
  choice?: Choice | undefined
  discriminator?: Discriminator | undefined
  /** Parts of an `allOf` that cannot be put together with the others. */
  rest: readonly Shape[]
  /** Keywords that are compared as a whole, and where they stand. */
  conditions: ReadonlyMap<string, Place>
  isDeprecated: boolean
  /** The day until which it stays. */
  sunset?: string | undefined
  isReadOnly: boolean
  isWriteOnly: boolean
}

/** Places that have to be fitted all at once: one as a rule, none where anything fits. */
export type Schema = readonly Place[]

/** A schema within another one, and where that one has it. */
export type Part = { schema: Schema; pointer: string }

export type Choice = { keyword: 'oneOf' | 'anyOf'; branches: readonly Part[]; pointer: string }

/** The schemas of a document in that form, each put together once. */
export type Shapes = {
  document: OpenApi
  shapeOf(schema: Schema): Shape
  /** What anything fits, for a place that has no schema: one for each pointer, lest comparing never ends. */
  anyAt(pointer: string): Shape
}

/**
 * Parts that have parts of their own can be put together in more ways than anybody could go through. A document of
 * 20,000 lines has about two thousand.
 */
const maxParts = 50_000

export const shapesOf = (document: OpenApi): Shapes => {
  const known = new Map<unknown, Shape>()
  const partsOf = partsIn(document)
  let partsLeft = maxParts
  const shapeOf = (schema: Schema): Shape => {
    const key = keyOf(schema)
    const found = known.get(key)
    if (found) return found
    const seen = new Set<unknown>()
    const parts = schema.flatMap((place) => partsOf(place, seen))
    partsLeft -= parts.length
    if (partsLeft < 0) throw new DocumentError('Its schemas are too entangled to be compared.')
    const shape = whole(parts, schema[0]?.pointer ?? '')
    known.set(key, shape)
    return shape
  }
  return { document, shapeOf, anyAt: (pointer) => shapeOf([{ value: true, pointer }]) }
}

/** A single schema is known by itself, which is found faster than a long text. */
const keyOf = (schema: Schema): unknown => {
  const [only] = schema
  if (schema.length === 1 && isObject(only?.value)) return only.value
  return schema
    .map(({ value, pointer }) => (typeof value === 'boolean' ? `${value} ${pointer}` : pointer))
    .join(' ')
}

/** All of them in one, as far as they can be put together. */
const whole = ([first, ...others]: Shape[], pointer: string): Shape => {
  let together = first ?? anything(pointer)
  const rest: Shape[] = []
  for (const part of others) {
    const both = bothOf(together, part)
    if (both) together = both
    else rest.push(normalShape(part))
  }
  // what has one part only is that part, wherever it is referred to: then it is compared once
  return normalShape(rest.length === 0 ? together : { ...together, rest })
}
