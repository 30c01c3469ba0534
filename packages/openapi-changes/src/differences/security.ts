import { child, items, objectOf, type Place } from '../document.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import { isDeprecated, type Side } from './operations.ts'
import { schemesOf } from './security-schemes.ts'

/** One way to prove who one is: every scheme that it takes, with the scopes, and where it says so. */
type Way = {
  /** The names of the schemes. */
  key: string
  /** The same with the scopes. */
  whole: string
  schemes: Map<string, Place[]>
  pointer: string
  isDeprecated: boolean
}

/**
 * What differs in who may call an operation.
 * @param isOwnOnly whether what the document says of all operations is not meant
 */
export const compareSecurity = (
  older: Side,
  newer: Side,
  renamed: ReadonlyMap<string, string>,
  isOwnOnly: boolean,
): Finding[] => {
  const operation = newer.operation.name
  const [before, after] = [waysOf(older, renamed, isOwnOnly), waysOf(newer, new Map(), isOwnOnly)]
  const tell = (rule: string, { key, pointer, isDeprecated: wasDeprecated }: Way, detail = ''): Finding => {
    const place = key ? `security.${key}` : 'security'
    return { rule, operation, place, path: pointer, detail, wasDeprecated }
  }
  const [wasOpen, isOpen] = [before.length === 0, after.length === 0]
  if (wasOpen || isOpen) {
    const [first] = wasOpen ? after : before
    return first ? [tell(wasOpen ? 'security-added' : 'security-removed', first)] : []
  }
  const { kept, gone, added } = matched(before, after)
  return [
    ...kept.flatMap(([from, to]) => compareScopes(from, to, tell)),
    ...gone.map((way) => tell('security-alternative-removed', way)),
    ...added.map((way) => tell('security-alternative-added', way)),
  ]
}

/** With the same scopes first, and then by their schemes alone. */
const matched = (before: Way[], after: Way[]) => {
  const [left, free] = [new Set(before), new Set(after)]
  const kept: [Way, Way][] = []
  for (const identity of ['whole', 'key'] as const)
    for (const from of left) {
      const to = [...free].find((way) => way[identity] === from[identity])
      if (!to) continue
      kept.push([from, to])
      left.delete(from)
      free.delete(to)
    }
  return { kept, gone: [...left], added: [...free] }
}

/** None where anybody may call. */
const waysOf = (
  { document, operation: { place } }: Side,
  renamed: ReadonlyMap<string, string>,
  isOwnOnly: boolean,
): Way[] => {
  const holder = isOwnOnly || child(place, 'security') ? place : document.root
  const known = schemesOf(document)
  const ways = items(holder, 'security').map((way): Way => {
    const schemes = Object.keys(objectOf(way)).map((key) => {
      const name = key.replace(/^#\/components\/securitySchemes\//, '')
      return { name: renamed.get(name) ?? name, scheme: known.get(name), scopes: items(way, key) }
    })
    const key = schemes
      .map(({ name }) => name)
      .sort()
      .join('+')
    return {
      key,
      whole: canonical(Object.fromEntries(schemes.map(({ name, scopes }) => [name, valuesOf(scopes)]))),
      schemes: new Map(schemes.map(({ name, scopes }) => [name, scopes])),
      pointer: way.pointer,
      isDeprecated: schemes.some(({ scheme }) => scheme !== undefined && isDeprecated(scheme)),
    }
  })
  if (ways.every(({ key }) => key === '')) return []
  // neither twice nor in another order is anything else
  const different = new Map(ways.map((way) => [way.whole, way]))
  return [...different.values()].sort((one, other) => (one.whole < other.whole ? -1 : 1))
}

const valuesOf = (scopes: Place[]): string[] => scopes.map(({ value }) => String(value)).sort()

const compareScopes = (
  older: Way,
  newer: Way,
  tell: (rule: string, way: Way, detail?: string) => Finding,
): Finding[] =>
  [...older.schemes].flatMap(([name, scopes]) => {
    const others = newer.schemes.get(name) ?? []
    const missing = (some: Place[], from: Place[]) =>
      some.filter(({ value }) => !from.some((other) => other.value === value))
    return [
      ...missing(scopes, others).map((scope) => ({
        ...tell('security-scope-removed', older, ` ${JSON.stringify(scope.value)}`),
        path: scope.pointer,
      })),
      ...missing(others, scopes).map((scope) => ({
        ...tell('security-scope-added', newer, ` ${JSON.stringify(scope.value)}`),
        path: scope.pointer,
      })),
    ]
  })
