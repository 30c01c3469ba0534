import type { Direction } from '../rules.ts'
import type { Finding } from './finding.ts'
import type { Schema, Shape, Shapes } from './shape.ts'
import type { Surroundings } from './surroundings.ts'

/** Two schemas that stand in the same place, and the documents that they are from. */
export type Contrast = {
  older: Shape
  newer: Shape
  direction: Direction
  /** Whether what has the schema may be left out, and might be before. */
  isOptional: boolean
  /** Whether what has the schema is written as plain text, as parameters and headers are. */
  isText: boolean
  /** The day of the newer document, by which promises to stay until a day are judged. */
  today?: string | undefined
  surroundings: { older: Surroundings; newer: Surroundings }
  shapesOf: { older: Shapes; newer: Shapes }
}

/** What differs in the schemas themselves; the place is told from there. */
export type Difference = Omit<Finding, 'rule' | 'operation' | 'place'> & {
  /** The rule's id without what has the schema. */
  stem: string
  place?: string
}

/** Two schemas within these that stand in the same place. */
export type Within = {
  place: string
  older: Shape
  newer: Shape
  isOptional?: boolean
  /** Other surroundings than those that are known of the two. */
  surroundings?: Contrast['surroundings']
  /** Where the newer one is listed, if it is one of several. */
  listedAt?: string
}

export type Comparison = { differences: Difference[]; within: Within[] }

/** Nothing differs, and nothing lies within that could. */
export const nothing: Comparison = { differences: [], within: [] }

/** Where a keyword stands in the newer schema, or the schema itself where it has none. */
export const placeOf = (shape: Shape, keyword: string): string => shape.at(keyword) ?? shape.pointer

/** `.name`, or `["a name"]`. */
export const placeOfName = (name: string): string =>
  /^[\w$-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`

/** What anything fits, where there is no schema. */
export const shapeOrAny = (shapes: Shapes, schema: Schema | undefined, pointer: string): Shape =>
  schema && schema.length > 0 ? shapes.shapeOf(schema) : shapes.anyAt(pointer)

/** For people: not longer than a line. */
export const inWords = (value: unknown): string => {
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return words.length > 120 ? `${words.slice(0, 119)}…` : words
}
