import { components, type Draw, drawSchema, editSchema, type JsonSchema } from './random-schema.ts'

export type Schemas = Record<string, JsonSchema>

/** Components, which may refer to each other and to themselves. */
export const drawSchemas = (draw: Draw): Schemas =>
  plain(Object.fromEntries(components.map((name) => [name, drawSchema(draw, 1)])))

/** The same schema and components with a few things changed. */
export const edited = (draw: Draw, schema: JsonSchema, schemas: Schemas): [JsonSchema, Schemas] => {
  let [newSchema, newSchemas] = [schema, schemas]
  for (let edits = draw.upTo(2); edits >= 0; edits--) {
    const name = draw.one(components)
    if (draw.chance(70)) newSchema = editSchema(draw, newSchema)
    else newSchemas = { ...newSchemas, [name]: editSchema(draw, newSchemas[name]!) }
  }
  return [plain(newSchema), plain(newSchemas)]
}

/** A document with one request body, or one answer. */
export const documentWith = (direction: 'request' | 'response', schema: JsonSchema, schemas: Schemas) => {
  const content = { content: { 'application/json': { schema } } }
  const post =
    direction === 'request'
      ? { requestBody: { required: true, ...content } }
      : { responses: { 200: content } }
  return { openapi: '3.1.0', paths: { '/a': { post } }, components: { schemas } }
}

/** A document with a little of everything. */
export const drawDocument = (draw: Draw) => {
  const paths = draw.some(['/a', '/a/{x}', '/a/{x}/b/{y}', '/c'])
  return plain({
    openapi: draw.one(['3.0.3', '3.1.0']),
    paths: Object.fromEntries(paths.map((path) => [path, drawItem(draw)])),
    components: { schemas: drawSchemas(draw), securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  })
}

const drawItem = (draw: Draw) =>
  Object.fromEntries(draw.some(['get', 'post', 'delete']).map((method) => [method, drawOperation(draw)]))

const drawOperation = (draw: Draw) => ({
  ...(draw.chance(20) && { deprecated: true }),
  ...(draw.chance(30) && { operationId: draw.one(['one', 'two']) }),
  ...(draw.chance(30) && { security: draw.some([{ key: [] }, { other: ['a'] }, {}]) }),
  parameters: draw
    .some(['p', 'q'])
    .map((name) => ({ name, in: 'query', required: draw.chance(30), schema: drawSchema(draw, 1) })),
  ...(draw.chance(50) && { requestBody: { required: draw.chance(50), content: drawContent(draw) } }),
  responses: Object.fromEntries(
    draw.some(['200', '201', '2XX', '404', 'default']).map((status) => [
      status,
      {
        content: drawContent(draw),
        headers: Object.fromEntries(draw.some(['X-A', 'X-B']).map((name) => [name, {}])),
      },
    ]),
  ),
})

const drawContent = (draw: Draw) =>
  Object.fromEntries(
    draw.some(['application/json', 'text/plain']).map((type) => [type, { schema: drawSchema(draw, 2) }]),
  )

/** Without what is undefined, and shared with nothing. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
