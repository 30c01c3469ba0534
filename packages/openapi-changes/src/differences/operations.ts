import { child, DocumentError, entries, isObject, type OpenApi, type Place } from '../document.ts'
import { groupBy } from '../group-by.ts'
import { nameless } from '../nameless.ts'
import { basePathOf } from './base-path.ts'
import type { Shapes } from './shape.ts'

/** An operation of one document, with the item of `paths` that it stands in and what that one refers to. */
export type Operation = { name: string; path: string; items: readonly Place[]; place: Place }

/** The operations of a path by their methods. */
export type Operations = ReadonlyMap<string, Operation>

/** A document, with its schemas and operations. */
export type Interface = { document: OpenApi; shapes: Shapes; paths: ReadonlyMap<string, Operations> }

/** An operation and the document that it is from. */
export type Side = Interface & { operation: Operation }

/** An operation that both documents have, or one of them. */
export type OperationPair =
  | { older: Operation; newer: Operation }
  | { older: Operation; newer?: undefined; isPathGone: boolean }
  | { older?: undefined; newer: Operation; isPathNew: boolean }

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/**
 * The operations of two documents, pairwise. Names of path parameters do not count, for nobody sends them.
 * @param isStrict whether they do count
 */
export const pairOperations = (
  { document: older, paths: before }: Pick<Interface, 'document' | 'paths'>,
  { document: newer, paths: after }: Pick<Interface, 'document' | 'paths'>,
  isStrict: boolean,
): OperationPair[] => {
  const bases = { older: basePathOf(older), newer: basePathOf(newer) }
  const counterpart = new Map(pairPaths([...before.keys()], [...after.keys()], bases, isStrict))
  const met = new Set(counterpart.values())
  const kept = [...before].flatMap(([path, operations]) => {
    const others = after.get(counterpart.get(path) ?? '')
    return pairMethods(operations, others ?? new Map(), others === undefined)
  })
  const added = [...after].filter(([path]) => !met.has(path))
  return [
    ...kept,
    ...added.flatMap(([, operations]) =>
      [...operations.values()].map((newer) => ({ newer, isPathNew: true })),
    ),
  ]
}

export const pathsOf = (document: OpenApi): Map<string, Operations> => {
  const paths = entries(document.root, 'paths').filter(([path]) => path.startsWith('/'))
  return new Map(
    paths.map(([path, item]) => [path, operationsOf(document, item, path, (method) => `${method} ${path}`)]),
  )
}

/** The operations of an item of `paths`, of a webhook or of a callback. */
export const operationsOf = (
  document: OpenApi,
  item: Place,
  path: string,
  nameOf: (method: string) => string,
): Operations => {
  const items = withReferred(document, item)
  const fixed = items.flatMap((place) =>
    methods.flatMap((method): [string, Place | undefined][] => [
      [method.toUpperCase(), child(place, method)],
    ]),
  )
  const all = [...fixed, ...items.flatMap((place) => entries(place, 'additionalOperations'))]
  const operations = new Map<string, Operation>()
  for (const [method, place] of all)
    if (place && !operations.has(method)) operations.set(method, { name: nameOf(method), path, items, place })
  return operations
}

/** What stands beside a reference counts too, and first: OpenAPI leaves it open, and everybody does it. */
const withReferred = (document: OpenApi, item: Place): Place[] => {
  const chain = [item]
  for (let next = document.step(item); next; next = document.step(next)) {
    if (chain.some(({ value }) => value === next?.value))
      throw new DocumentError(`${item.pointer} refers to itself, and to nothing else.`)
    chain.push(next)
  }
  return chain
}

/** First by name, then by name without those of the parameters, and then by all of the address. */
const pairPaths = (
  older: string[],
  newer: string[],
  bases: Record<'older' | 'newer', string>,
  isStrict: boolean,
): [string, string][] => {
  const pairs: [string, string][] = []
  const [left, free] = [new Set(older), new Set(newer)]
  const pairBy = (keyOf: (path: string) => string, otherKeyOf = keyOf) => {
    const byKey = groupBy(free, otherKeyOf)
    for (const path of left) {
      const other = byKey.get(keyOf(path))?.shift()
      if (other === undefined) continue
      pairs.push([path, other])
      left.delete(path)
      free.delete(other)
    }
  }
  const named = isStrict ? (path: string) => path : nameless
  pairBy((path) => path)
  pairBy(named)
  if (bases.older !== bases.newer)
    pairBy(
      (path) => bases.older + named(path),
      (path) => bases.newer + named(path),
    )
  return pairs
}

export const pairMethods = (older: Operations, newer: Operations, isPathGone: boolean): OperationPair[] => {
  const kept = [...older].map(([method, operation]): OperationPair => {
    const other = newer.get(method)
    return other ? { older: operation, newer: other } : { older: operation, isPathGone }
  })
  const added = [...newer].filter(([method]) => !older.has(method))
  return [...kept, ...added.map(([, operation]) => ({ newer: operation, isPathNew: false }))]
}

/** The names of a path's parameters, in their order. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

/** Whether something that can be marked as deprecated is. */
export const isDeprecated = ({ value }: Place): boolean => isObject(value) && value.deprecated === true
