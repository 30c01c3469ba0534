import type { Change } from './change.ts'
import { eventRules } from './rules/event-rules.ts'
import { interfaceRules } from './rules/interface-rules.ts'
import { schemaRules } from './rules/schema-rules.ts'
import type { Verdict } from './rules/verdict.ts'

export type { Verdict } from './rules/verdict.ts'

export type Rule = {
  kind: Change['kind']
  verdict: Verdict
  says: string
  /** What is said in webhooks and callbacks, where the service calls its clients. */
  saysOfEvents?: string
}

/** What follows for clients, said after a fact that is not a whole sentence. */
const consequences: Record<Direction, Record<Verdict, string>> = {
  request: {
    breaks: 'so requests that were valid may be refused',
    fine: 'and valid requests stay valid',
    'unless deprecated': 'so requests with it may be refused or misunderstood',
  },
  response: {
    breaks: 'so responses may not be what clients expect',
    fine: 'and no client has to change',
    'unless deprecated': 'so clients do not find what they expect',
  },
}

/** The same in webhooks and callbacks: what clients send is their reply, and what they get is the event. */
const inEvents = (words: string): string =>
  words.replace(/\brequests\b/, 'replies').replace(/\bresponses\b/, 'events')

export type Direction = 'request' | 'response'

/** What has a schema: the thing itself, or what lies within it. */
const subjects: Record<Direction, string[]> = {
  request: ['request-parameter', 'request-body', 'request-property'],
  response: ['response-header', 'response-body', 'response-property'],
}

const idsOf = (stem: string, direction: Direction): string[] =>
  stem.startsWith('property-')
    ? [`${direction}-${stem}`]
    : subjects[direction].map((subject) => `${subject}-${stem}`)

/** Every rule by its id: those on schemas once for each thing that has one. */
export const rules: ReadonlyMap<string, Rule> = new Map([
  ...Object.entries({ ...interfaceRules, ...eventRules }).map(
    ([id, [kind, verdict, says]]): [string, Rule] => [id, { kind, verdict, says }],
  ),
  ...Object.entries(schemaRules).flatMap(([stem, [kind, request, response, fact]]) =>
    (['request', 'response'] as const).flatMap((direction) => {
      const verdict = { request, response }[direction]
      if (verdict === 'never') return []
      const consequence = consequences[direction][verdict]
      const sentence = (words: string) => (fact.endsWith('.') ? fact : `${fact}, ${words}.`)
      const says = sentence(consequence)
      const rule = { kind, verdict, says, saysOfEvents: sentence(inEvents(consequence)) }
      return idsOf(stem, direction).map((id): [string, Rule] => [id, rule])
    }),
  ),
])

/** What makes room, though clients need not mind. */
const roomForNobody = new Set(['more-properties-allowed', 'choice-branch-split'])

/** Whether more fits than before: then what was right still is, unless it must not fit two shapes at once. */
export const makesRoom = (stem: string): boolean => {
  const [, request, response] = schemaRules[stem] ?? []
  return roomForNobody.has(stem) || (request === 'fine' && response === 'breaks')
}

/** Whether a difference in a schema breaks, whatever has the schema. */
export const breaks = (stem: string, direction: Direction, wasDeprecated: boolean): boolean => {
  const [, request, response] = schemaRules[stem] ?? []
  const verdict = direction === 'request' ? request : response
  return verdict === 'breaks' || (verdict === 'unless deprecated' && !wasDeprecated)
}
