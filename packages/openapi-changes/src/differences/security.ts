import { child, items, objectOf, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { isDeprecated, type Side } from './operations.ts'
import { schemesOf } from './security-schemes.ts'

/** One way to prove who one is: every scheme that it takes, with the scopes, and where it says so. */
type Way = { key: string; schemes: Map<string, Place[]>; pointer: string; isDeprecated: boolean }

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
  const kept = before.flatMap((way) => {
    const other = after.find(({ key }) => key === way.key)
    return other ? compareScopes(way, other, tell) : [tell('security-alternative-removed', way)]
  })
  const added = after.filter(({ key }) => !before.some((way) => way.key === key))
  return [...kept, ...added.map((way) => tell('security-alternative-added', way))]
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
      schemes: new Map(schemes.map(({ name, scopes }) => [name, scopes])),
      pointer: way.pointer,
      isDeprecated: schemes.some(({ scheme }) => scheme !== undefined && isDeprecated(scheme)),
    }
  })
  return ways.every(({ key }) => key === '') ? [] : ways
}

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
