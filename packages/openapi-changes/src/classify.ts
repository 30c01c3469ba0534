import type { Change } from './change.ts'
import type { Finding } from './differences/finding.ts'
import { groupBy } from './group-by.ts'
import { literal } from './literal.ts'
import { segmentsOf } from './pointer.ts'
import { rules } from './rules.ts'

/** Judges what differs. What several operations share is one change, that names them all. */
export const classify = (findings: Finding[]): Change[] =>
  [...groupBy(findings, ({ rule, path, detail = '' }) => JSON.stringify([rule, path, detail])).values()].map(
    (group) => changeOf(group),
  )

const changeOf = (group: Finding[]): Change => {
  const [{ rule: id, path, place, detail = '', from = '', to = '', isEvent, note }] = group as [Finding]
  const rule = rules.get(id)
  if (!rule) throw new Error(`There is no rule ${id}.`)
  // the mark is looked for at each place, and what is shared may bear it in one of them
  const deprecatedBefore = group.every(({ wasDeprecated }) => wasDeprecated === true)
  const operations = [
    ...new Set(group.flatMap(({ operation, operations = [] }) => [operation ?? [], ...operations].flat())),
  ]
  const [operation, ...others] = operations
  const after = deprecatedBefore ? ' after being deprecated' : ' without being deprecated first'
  return {
    kind: rule.kind,
    target: others.length > 0 ? sharedTarget(path, place, detail) : targetOf(operation, place, detail),
    ...(others.length > 0 ? { operations } : operation !== undefined && { operation }),
    path,
    rule: id,
    breaking: rule.verdict === 'breaks' || (rule.verdict === 'unless deprecated' && !deprecatedBefore),
    reason: [(isEvent && rule.saysOfEvents) || rule.says, ...(note === undefined ? [] : [note])]
      .join(' ')
      .replaceAll(/\{(from|to|after)\}/g, (_placeholder, name: 'from' | 'to' | 'after') => {
        return { from, to, after }[name]
      }),
    deprecatedBefore,
  }
}

const targetOf = (owner: string | undefined, place: string, detail: string): string =>
  [owner, (place + detail).trim()].filter(Boolean).join(' · ')

/** By the component that is shared, or by the path: `schema Refusal · code`. */
const sharedTarget = (path: string, place: string, detail: string): string => {
  const [root = '', kind = '', name = '', ...within] = segmentsOf(path)
  if (root === 'components')
    return targetOf(
      `${words[kind] ?? kind} ${name}`,
      withNames(placeWithin(within), place).replace(/^\./, ''),
      detail,
    )
  const owner = { paths: kind, webhooks: `webhook ${kind}` }[root] ?? 'every operation'
  return targetOf(owner, place, detail)
}

const words: Record<string, string> = {
  schemas: 'schema',
  parameters: 'parameter',
  responses: 'response',
  headers: 'header',
  requestBodies: 'request body',
  mediaTypes: 'media type',
  pathItems: 'path item',
  callbacks: 'callback',
  links: 'link',
  securitySchemes: 'security scheme',
}

/** What of a component: the names of its properties on the way, `[]` for items, a number for a branch. */
const placeWithin = (segments: string[]): string => {
  const [keyword, name = '', ...rest] = segments
  if (keyword === undefined) return ''
  if (keyword === 'properties') return `${name && `.${name}`}${placeWithin(rest)}`
  if (keyword === 'prefixItems') return `[${name}]${placeWithin(rest)}`
  if (keyword === 'items') return `[]${placeWithin(segments.slice(1))}`
  if (keyword === 'additionalProperties') return `.*${placeWithin(segments.slice(1))}`
  if (['oneOf', 'anyOf', 'allOf'].includes(keyword)) return `(${Number(name) + 1})${placeWithin(rest)}`
  return keyword === 'schema' ? placeWithin(segments.slice(1)) : ''
}

/** Calls branches as the end of the whole place does, `(card)`, where it is the same place. */
const withNames = (numbered: string, place: string): string => {
  const parts = numbered.split(/\(\d+\)/).map(literal)
  const [found] = new RegExp(`${parts.join('\\([^()]+\\)')}$`).exec(place) ?? []
  return found || numbered
}
