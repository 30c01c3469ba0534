import {
  child,
  DocumentError,
  entries,
  isObject,
  items,
  type OpenApi,
  objectOf,
  type Place,
} from '../document.ts'
import { append } from '../pointer.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import type { Side } from './operations.ts'

/** One way to prove who one is: every scheme that it takes, with the scopes, and where it says so. */
type Way = { key: string; schemes: Map<string, Place[]>; pointer: string }

/** What differs in who may call an operation. */
export const compareSecurity = (older: Side, newer: Side, renamed: Map<string, string>): Finding[] => {
  const operation = newer.operation.name
  const [before, after] = [waysOf(older, renamed), waysOf(newer, new Map())]
  const tell = (rule: string, { key, pointer }: Way, detail = ''): Finding => {
    return { rule, operation, place: key ? `security.${key}` : 'security', path: pointer, detail }
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
const waysOf = ({ document, operation: { place } }: Side, renamed: Map<string, string>): Way[] => {
  const holder = child(place, 'security') ? place : document.root
  const ways = items(holder, 'security').map((way): Way => {
    const schemes = Object.keys(objectOf(way)).map((name) => ({
      name: renamed.get(name) ?? name,
      scopes: items(way, name),
    }))
    const key = schemes
      .map(({ name }) => name)
      .sort()
      .join('+')
    return { key, schemes: new Map(schemes.map(({ name, scopes }) => [name, scopes])), pointer: way.pointer }
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

/** What differs in how the schemes work that both documents know, and which of them only got another name. */
export const compareSchemes = (
  older: OpenApi,
  newer: OpenApi,
  isStrict: boolean,
): { findings: Finding[]; renamed: Map<string, string> } => {
  const [before, after] = [schemesOf(older), schemesOf(newer)]
  const findings: Finding[] = []
  const renamed = new Map<string, string>()
  for (const [name, from] of before) {
    const to = after.get(name)
    if (to && workingOf(from) !== workingOf(to))
      findings.push({ rule: 'security-scheme-changed', place: `security.${name}`, path: to.pointer })
    if (to || isStrict) continue
    const [other] =
      [...after].find(([key, scheme]) => !before.has(key) && workingOf(scheme) === workingOf(from)) ?? []
    if (other !== undefined && ![...renamed.values()].includes(other)) renamed.set(name, other)
  }
  return { findings, renamed }
}

const schemesOf = (document: OpenApi): Map<string, Place> => {
  const components = child(document.root, 'components')
  const schemes = components ? entries(components, 'securitySchemes') : []
  return new Map(schemes.map(([name, scheme]) => [name, document.follow(scheme)]))
}

/** What a client has to know, without the texts for people and the scopes, which operations ask for. */
const workingOf = (scheme: Place): string => {
  const { description: _description, flows, ...rest } = objectOf(scheme)
  const working = Object.entries(rest).filter(([key]) => !key.startsWith('x-'))
  if (flows !== undefined && !isObject(flows))
    throw new DocumentError(`${append('flows', scheme.pointer)} is not an object.`)
  const ways = Object.entries(flows ?? {}).map(([name, flow]) => [
    name,
    isObject(flow) ? { ...flow, scopes: [] } : flow,
  ])
  return canonical([Object.fromEntries(working), Object.fromEntries(ways)])
}
