import type { Change } from '../../src/change.ts'

export type Schema = Record<string, unknown> | boolean

/** Two documents, and what is found between them: `- operation-removed !`. */
export type Pair = {
  older: object
  newer: object
  found: string[]
  options?: { isStrict?: boolean; today?: string } | undefined
}

/** `+` for added, `-` for removed, `~` for modified; and `!` where it breaks something. */
export const shown = ({ kind, rule, breaking }: Change): string =>
  `${{ added: '+', removed: '-', modified: '~' }[kind]} ${rule}${breaking ? ' !' : ''}`

export const string = { type: 'string' }
export const number = { type: 'number' }
export const integer = { type: 'integer' }

export const list = (more: object = {}) => ({ type: 'array', items: string, ...more })

export const object = (properties: Record<string, Schema>, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
})

/** An object that tells by a property which one it is. */
export const kindOf = (value: string) => object({ kind: { const: value } }, ['kind'])

export const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

export const operation = (post: object, more: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/things': { post } },
  ...more,
})

/** Where a schema can stand, by what its rules are called there. */
export const places = {
  request: {
    'request-parameter': (schema: Schema) =>
      operation({ parameters: [{ name: 'p', in: 'query', required: true, schema }] }),
    'request-body': (schema: Schema) => operation({ requestBody: { required: true, ...json(schema) } }),
    'request-property': (schema: Schema) =>
      operation({ requestBody: { required: true, ...json(object({ p: schema }, ['p'])) } }),
  },
  response: {
    'response-header': (schema: Schema) =>
      operation({ responses: { 200: { headers: { 'X-P': { schema } } } } }),
    'response-body': (schema: Schema) => operation({ responses: { 200: json(schema) } }),
    'response-property': (schema: Schema) =>
      operation({ responses: { 200: json(object({ p: schema }, ['p'])) } }),
  },
} as const

/** What is found there, and what on the way back. */
export type BothWays = [older: object, newer: object, there: string, back: string, options?: Pair['options']]

export const bothWays = ([older, newer, there, back, options]: BothWays): Pair[] => [
  { older, newer, found: foundIn(there), options },
  { older: newer, newer: older, found: foundIn(back), options },
]

/** `- a ! + b` are two. */
const foundIn = (found: string): string[] => found.match(/[-+~] \S+( !)?/g) ?? []
