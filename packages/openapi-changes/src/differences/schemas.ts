import { child, type OpenApi, type Place } from '../document.ts'
import { groupBy } from '../group-by.ts'
import type { Direction } from '../rules.ts'
import { type Contrast, type Difference, shapeOrAny } from './contrast.ts'
import type { Finding } from './finding.ts'
import { type Node, newSchemaGraph, type Subject } from './schema-graph.ts'
import type { Schema } from './shape.ts'
import { surroundingsIn } from './surroundings.ts'

/** A place in an operation where both documents have a schema, or one of them has. */
export type SchemaPlace = {
  operation: string
  place: string
  direction: Direction
  subject: Subject
  isOptional?: boolean
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

type Root = { operation: string; place: string; isEvent: boolean; node: Node }

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
    const { operation, place, direction, subject, isOptional = false, isEvent = false } = found
    const schemas = { older: older[index]!, newer: newer[index]! }
    const contrast = { ...schemas, direction, isOptional, today, surroundings, shapesOf: shapes }
    return { operation, place, isEvent, node: graph.nodeOf(subject, contrast) }
  })
  const changed = graph.compareAll()
  return [...groupBy(roots, ({ operation }) => operation).values()].flatMap((group) => tell(group, changed))
}

/** The schema under a key. */
export const schemaAt = ({ document }: { document: OpenApi }, place: Place, key = 'schema'): Schema => {
  const schema = child(place, key)
  return schema ? [document.settle(schema)] : []
}

/** Every difference of an operation once, at the nearest place where it is met. */
const tell = (roots: Root[], changed: Set<Node>): Finding[] => {
  const findings: Finding[] = []
  const told = new Set<Node>()
  const queue = [...roots]
  for (const root of queue) {
    const { place, node } = root
    if (told.has(node) || !changed.has(node)) continue
    told.add(node)
    findings.push(...node.differences.map((difference) => findingOf(root, difference)))
    queue.push(...node.within.map((inner) => ({ ...root, place: place + inner.place, node: inner.node })))
  }
  return findings
}

const findingOf = (
  { operation, place, isEvent, node }: Root,
  { stem, place: inner = '', wasDeprecated = node.contrast.older.isDeprecated, ...difference }: Difference,
): Finding => {
  const { direction } = node.contrast
  const rule = stem.startsWith('property-') ? `${direction}-${stem}` : `${direction}-${node.subject}-${stem}`
  return { ...difference, rule, operation, place: place + inner, wasDeprecated, isEvent }
}
