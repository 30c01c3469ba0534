import { entries, type OpenApi, type Place } from '../document.ts'
import { areSame } from './conditions.ts'
import type { Finding } from './finding.ts'
import type { Side } from './operations.ts'

/** What differs in what an operation calls back with. */
export const compareCallbacks = (older: Side, newer: Side): Finding[] => {
  const before = new Map(entries(older.operation.place, 'callbacks'))
  const after = new Map(entries(newer.operation.place, 'callbacks'))
  const findings = compareNamed('callback', [older.document, before], [newer.document, after])
  return findings.map((finding) => ({ ...finding, operation: newer.operation.name }))
}

/** What differs in the events that others are told of. They are compared as a whole. */
export const compareWebhooks = (older: OpenApi, newer: OpenApi): Finding[] =>
  compareNamed(
    'webhook',
    [older, new Map(entries(older.root, 'webhooks'))],
    [newer, new Map(entries(newer.root, 'webhooks'))],
  )

const compareNamed = (
  word: string,
  [older, before]: [OpenApi, Map<string, Place>],
  [newer, after]: [OpenApi, Map<string, Place>],
): Finding[] => {
  const tell = (end: string, name: string, { pointer }: Place): Finding => {
    return { rule: `${word}-${end}`, place: `${word}.${name}`, path: pointer }
  }
  const kept = [...before].flatMap(([name, from]) => {
    const to = after.get(name)
    if (!to) return [tell('removed', name, from)]
    return areSame(older, newer, from, to) ? [] : [tell('changed', name, to)]
  })
  const added = [...after].filter(([name]) => !before.has(name))
  return [...kept, ...added.map(([name, to]) => tell('added', name, to))]
}
