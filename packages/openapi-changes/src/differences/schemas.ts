import { child, type OpenApi, type Place } from '../document.ts'
import { groupBy } from '../group-by.ts'
import type { Direction } from '../rules.ts'
import { type Contrast, shapeOrAny } from './contrast.ts'
import type { Finding } from './finding.ts'
import { newSchemaGraph, type Subject } from './schema-graph.ts'
import type { Schema } from './shape.ts'
import { surroundingsIn } from './surroundings.ts'
import { type Root, tell } from './tell.ts'

/** A place in an operation where both documents have a schema, or one of them has. */
export type SchemaPlace = {
  operation: string
  place: string
  direction: Direction
  subject: Subject
  isOptional?: boolean
  /** Whether it is written as plain text. */
  isText?: boolean
  /** Whether the service calls its clients there. */
  isEvent?: boolean
  /** Empty where anything fits. */
  older: Schema
  newer: Schema
  /** Where the newer one would stand. */
  path: string
}

/** What differs, and where there are schemas to be compared. */
export type Found = { findings: Finding[]; places: SchemaPlace[] }

/** What differs in the schemas of two documents: told for every operation that has them, however they are shared. */
export const compareSchemas = (
  shapes: Contrast['shapesOf'],
  places: SchemaPlace[],
  today?: string,
): Finding[] => {
  const older = places.map((place) => shapeOrAny(shapes.older, place.older, place.path))
  const newer = places.map((place) => shapeOrAny(shapes.newer, place.newer, place.path))
  const surroundings = {
    older: surroundingsIn(older, shapes.older),
    newer: surroundingsIn(newer, shapes.newer),
  }
  const graph = newSchemaGraph()
  const roots = places.map((found, index): Root => {
    const {
      operation,
      place,
      direction,
      subject,
      isOptional = false,
      isText = false,
      isEvent = false,
    } = found
    const schemas = { older: older[index]!, newer: newer[index]! }
    const contrast = { ...schemas, direction, isOptional, isText, today, surroundings, shapesOf: shapes }
    return { operation, place, isEvent, node: graph.nodeOf(subject, contrast) }
  })
  return tell(
    groupBy(roots, ({ operation }) => operation),
    graph.compareAll(),
  )
}

/** The schema under a key. */
export const schemaAt = ({ document }: { document: OpenApi }, place: Place, key = 'schema'): Schema => {
  const schema = child(place, key)
  return schema ? [document.settle(schema)] : []
}
