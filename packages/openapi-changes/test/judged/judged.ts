import { object, string } from '../pairs/pair.ts'

type Written = { schema: unknown; openapi: string }

export const in30 = (schema: unknown): Written => ({ schema, openapi: '3.0.3' })
export const in31 = (schema: unknown): Written => ({ schema, openapi: '3.1.0' })

/**
 * Two schemas, and whether it breaks to go from one to the other in a request, and back, and in an answer, and back: `b` for
 * what breaks, `f` for what is fine, `n` where nothing may be told, `?` where either can be said.
 */
export type Judged = [what: string, one: Written, other: Written, verdicts: string]

export const isNull = { type: 'null' }
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const schemas = {
  A: object({ a: string }),
  B: { oneOf: [object({ x: string }, ['x']), object({ y: string }, ['y'])] },
  E: { type: 'string', enum: ['a', 'b'] },
  R: object({ r: string }, ['r']),
  RA: object({ r: string, a: string }, ['r', 'a']),
}

const withPost = (post: object) => (openapi: string) => ({
  openapi,
  paths: { '/things': { post } },
  components: { schemas },
})

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })

const inProperty = (p: unknown) => ({ type: 'object', properties: { p }, required: ['p'] })

/** Where a schema can stand, in requests and in answers. */
export const places: Record<'request' | 'response', Record<string, (written: Written) => object>> = {
  request: {
    body: ({ schema, openapi }) => withPost({ requestBody: { required: true, ...json(schema) } })(openapi),
    property: ({ schema, openapi }) =>
      withPost({ requestBody: { required: true, ...json(inProperty(schema)) } })(openapi),
    parameter: ({ schema, openapi }) =>
      withPost({ parameters: [{ name: 'p', in: 'query', required: true, schema }] })(openapi),
  },
  response: {
    body: ({ schema, openapi }) => withPost({ responses: { 200: json(schema) } })(openapi),
    property: ({ schema, openapi }) => withPost({ responses: { 200: json(inProperty(schema)) } })(openapi),
    header: ({ schema, openapi }) =>
      withPost({ responses: { 200: { headers: { 'X-P': { schema } } } } })(openapi),
  },
}
