import { child, entries, isObject, type OpenApi, type Place } from '../document.ts'

/** An operation of one document, with the item of `paths` that it stands in. */
export type Operation = { name: string; path: string; item: Place; place: Place }

/** An operation and the document that it is from. */
export type Side = { document: OpenApi; operation: Operation }

/** An operation that both documents have, or one of them. */
export type OperationPair =
  | { older: Operation; newer: Operation }
  | { older: Operation; newer?: undefined; isPathGone: boolean }
  | { older?: undefined; newer: Operation; isPathNew: boolean }

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * The operations of two documents, pairwise. Names of path parameters do not count, for nobody sends them.
 * @param isStrict whether they do count
 */
export const pairOperations = (older: OpenApi, newer: OpenApi, isStrict: boolean): OperationPair[] => {
  const [before, after] = [pathsOf(older), pathsOf(newer)]
  const counterpart = new Map(pairPaths([...before.keys()], [...after.keys()], isStrict))
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

const pathsOf = (document: OpenApi): Map<string, Map<string, Operation>> => {
  const paths = entries(document.root, 'paths').filter(([path]) => path.startsWith('/'))
  return new Map(paths.map(([path, item]) => [path, operationsOf(path, document.follow(item))]))
}

const operationsOf = (path: string, item: Place): Map<string, Operation> =>
  new Map(
    methods.flatMap((method) => {
      const place = child(item, method)
      return place ? [[method, { name: `${method.toUpperCase()} ${path}`, path, item, place }]] : []
    }),
  )

/** First by name, and then by name without those of the parameters. */
const pairPaths = (older: string[], newer: string[], isStrict: boolean): [string, string][] => {
  const pairs = older.filter((path) => newer.includes(path)).map((path): [string, string] => [path, path])
  if (isStrict) return pairs
  const taken = new Set(pairs.map(([path]) => path))
  for (const path of older.filter((path) => !taken.has(path))) {
    const other = newer.find((candidate) => !taken.has(candidate) && nameless(candidate) === nameless(path))
    if (!other) continue
    taken.add(other)
    pairs.push([path, other])
  }
  return pairs
}

const nameless = (path: string): string => path.replace(/\{[^}]*\}/g, '{}')

const pairMethods = (
  older: Map<string, Operation>,
  newer: Map<string, Operation>,
  isPathGone: boolean,
): OperationPair[] => {
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
