import { type Json, type Keep, type Manner, manners } from './manners.ts'

const things = Array.from({ length: 24 }, (_, index) => `thing${index}`)

const object = (properties: Json, required: string[]): Json => ({ type: 'object', properties, required })
const text = (maxLength: number) => ({ type: 'string', maxLength, description: 'A line of text.' })

/** Written in one of the manners, with some four thousand lines: what is sent and what comes back are schemas of their own. */
const documentIn = (manner: Manner): Json => {
  const components: Json = {
    schemas: {},
    responses: {},
    parameters: {},
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
  }
  const keep: Keep = (kind, name, value) => {
    if (!manner.keep[kind]) return structuredClone(value)
    components[kind][name] ??= structuredClone(value)
    return { $ref: `#/components/${kind}/${name}` }
  }
  const branch = (kind: string, more: Json): [string, Json] => [
    kind,
    object({ kind: { type: 'string', enum: [kind] }, ...more }, ['kind']),
  ]
  const fields = (name: string, more: Json): Json =>
    manner.extended(
      `Base${name}`,
      object({ id: text(36), madeAt: { type: 'string', format: 'date-time' } }, ['id']),
      object(
        {
          title: text(100),
          note: manner.nullable(text(500)),
          size: { type: 'integer', minimum: 1, maximum: 100 },
          weight: { type: 'number' },
          state: manner.values(['new', 'open', 'done']),
          labels: { type: 'array', items: text(20), maxItems: 10, minItems: 1 },
          inner: object({ street: text(80), city: text(60), floor: { type: 'integer' } }, ['city']),
          payment: manner.oneOf(
            [
              branch('card', { digits: text(4) }),
              branch('bill', { address: text(200) }),
              branch('cash', more),
            ],
            keep,
          ),
          isActive: { type: 'boolean' },
        },
        ['title', 'state'],
      ),
      keep,
    )
  const content = (schema: Json) => ({ 'application/json': { schema } })
  const refusal = keep('responses', 'Refusal', {
    description: 'No.',
    content: content(
      keep(
        'schemas',
        'Refusal',
        object({ message: text(200), code: manner.values(['a', 'b', 'c']) }, ['message']),
      ),
    ),
  })
  const parameter = (name: string, more: Json) => keep('parameters', name, { name, in: 'query', ...more })
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const listing = () => [
    parameter('limit', { schema: { type: 'integer', minimum: 1, maximum: 100 } }),
    parameter('sort', { schema: manner.values(['up', 'down']) }),
  ]
  const paths = Object.fromEntries(
    things.flatMap((thing): [string, Json][] => {
      const [input, output] = [
        keep('schemas', `${thing}Input`, fields(`Input`, {})),
        keep('schemas', `${thing}Output`, fields(`Output`, { number: { type: 'integer' } })),
      ]
      const shared = (more: Json): Json => ({ tags: [thing], security: [{ key: [] }], ...more })
      const answers = (status: number, schema: Json): Json => ({
        responses: {
          [status]: {
            description: 'Yes.',
            headers: { 'X-Request': { schema: { type: 'string' } } },
            content: content(schema),
          },
          404: refusal,
          422: refusal,
        },
      })
      const [own, ofPath] = manner.parameters === 'path' ? [[], [id]] : [[id], []]
      return [
        [
          `/${thing}s`,
          {
            get: shared({
              operationId: `list_${thing}`,
              parameters: listing(),
              ...answers(200, { type: 'array', items: output }),
            }),
            post: shared({
              operationId: `make_${thing}`,
              requestBody: { required: true, content: content(input) },
              ...answers(201, output),
            }),
          },
        ],
        [
          `/${thing}s/{id}`,
          {
            parameters: ofPath,
            get: shared({ operationId: `read_${thing}`, parameters: own, ...answers(200, output) }),
            delete: shared({
              operationId: `drop_${thing}`,
              parameters: own,
              responses: { 204: { description: 'Gone.' }, 404: refusal },
            }),
          },
        ],
      ]
    }),
  )
  return JSON.parse(
    JSON.stringify({
      openapi: manner.openapi,
      info: { title: 'Things', version: '1' },
      ...manner.top,
      paths,
      components,
    }),
  )
}

export const documents: Record<string, Json> = Object.fromEntries(
  Object.entries(manners).map(([name, manner]) => [name, documentIn(manner)]),
)
