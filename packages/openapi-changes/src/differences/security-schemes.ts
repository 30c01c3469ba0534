import { child, DocumentError, entries, isObject, type OpenApi, objectOf, type Place } from '../document.ts'
import { append } from '../pointer.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import { type Interface, isDeprecated } from './operations.ts'
import { schemesUsed } from './schemes-used.ts'

/** What differs in how the schemes work that both documents know, and which of them only got another name. */
export const compareSchemes = (
  { document: older, paths }: Interface,
  { document: newer }: Interface,
  isStrict: boolean,
): { findings: Finding[]; renamed: Map<string, string> } => {
  const [before, after] = [schemesOf(older), schemesOf(newer)]
  const used = schemesUsed(older, paths)
  const findings: Finding[] = []
  const renamed = new Map<string, string>()
  for (const [name, from] of before) {
    const to = after.get(name)
    if (to) findings.push(...compareScheme(name, from, to).map((finding) => ofUse(finding, used.has(name))))
    if (to || isStrict) continue
    const [other] =
      [...after].find(([key, scheme]) => !before.has(key) && wholeOf(scheme) === wholeOf(from)) ?? []
    if (other !== undefined && ![...renamed.values()].includes(other)) renamed.set(name, other)
  }
  return { findings, renamed }
}

/** Nobody can have relied on what no operation asked for. */
const ofUse = (finding: Finding, isUsed: boolean): Finding => {
  const idle = {
    'security-scheme-changed': 'security-unused-scheme-changed',
    'security-flow-removed': 'security-unused-flow-removed',
  }[finding.rule]
  return isUsed || idle === undefined ? finding : { ...finding, rule: idle }
}

export const schemesOf = (document: OpenApi): Map<string, Place> => {
  const components = child(document.root, 'components')
  const schemes = components ? entries(components, 'securitySchemes') : []
  return new Map(schemes.map(([name, scheme]) => [name, document.follow(scheme)]))
}

const compareScheme = (name: string, from: Place, to: Place): Finding[] => {
  const [was, is] = [workingOf(from), workingOf(to)]
  const tell = (end: string, path: Place, detail = '', lack?: string): Finding => {
    const at = { place: `security.${name}`, path: path.pointer, detail, wasDeprecated: isDeprecated(from) }
    const note = lack && `The older document is not valid: it does not say its \`${lack}\`.`
    return { rule: `security-${end}`, ...at, ...(note !== undefined && { note }) }
  }
  const flows = [...was.flows].flatMap(([flow, { place, says }]) => {
    const other = is.flows.get(flow)
    if (!other) return [tell('flow-removed', place, ` ${flow}`)]
    return isKept(says, other.says) ? [] : [tell('scheme-changed', to, '', lackIn(says, other.says))]
  })
  const added = [...is.flows].filter(([flow]) => !was.flows.has(flow))
  const marks = isDeprecated(from) === isDeprecated(to) ? [] : [isDeprecated(to)]
  return [
    ...(isKept(was.says, is.says) ? [] : [tell('scheme-changed', to, '', lackIn(was.says, is.says))]),
    ...flows,
    ...added.map(([flow, { place }]) => tell('flow-added', place, ` ${flow}`)),
    ...marks.map((isNow) => tell(`scheme-${isNow ? '' : 'no-longer-'}deprecated`, to)),
  ]
}

type Says = Record<string, unknown>

/** What a client has to know: by itself, and by each flow of OAuth 2. */
type Working = { says: Says; flows: Map<string, { place: Place; says: Says }> }

const workingOf = (scheme: Place): Working => {
  const { flows, scheme: kind, name, ...rest } = objectOf(scheme)
  if (flows !== undefined && !isObject(flows))
    throw new DocumentError(`${append('flows', scheme.pointer)} is not an object.`)
  // neither the kind of credentials nor the names of headers are written in one case only
  const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)
  return {
    says: spoken({ ...rest, scheme: lower(kind), name: rest.in === 'header' ? lower(name) : name }),
    flows: new Map(
      entries(scheme, 'flows')
        .filter(([flow]) => !flow.startsWith('x-'))
        .map(([flow, place]) => [flow, { place, says: isObject(place.value) ? spoken(place.value) : {} }]),
    ),
  }
}

/** Texts for people, hints, and the scopes, which operations ask for. */
const unspoken = ['description', 'bearerFormat', 'scopes', 'deprecated']

const spoken = (says: Says): Says =>
  Object.fromEntries(
    Object.entries(says).filter(
      ([key, value]) => value !== undefined && !unspoken.includes(key) && !key.startsWith('x-'),
    ),
  )

/** To say more, such as where tokens can be refreshed, takes nothing from anybody. */
const isKept = (older: Says, newer: Says): boolean =>
  lackIn(older, newer) === undefined &&
  Object.entries(older).every(([key, value]) => canonical(value) === canonical(newer[key] ?? null))

/** What a client cannot do without. */
const needed = [
  'scheme',
  'in',
  'name',
  'openIdConnectUrl',
  'authorizationUrl',
  'tokenUrl',
  'deviceAuthorizationUrl',
]

/** Which of it only the newer one says. */
const lackIn = (older: Says, newer: Says): string | undefined =>
  needed.find((key) => older[key] === undefined && newer[key] !== undefined)

const wholeOf = (scheme: Place): string => {
  const { says, flows } = workingOf(scheme)
  return canonical([says, Object.fromEntries([...flows].map(([flow, { says }]) => [flow, says]))])
}
