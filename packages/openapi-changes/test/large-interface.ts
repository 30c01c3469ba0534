/**
 * A document of a given number of operations, about a hundred lines each: they share schemas that refer to each other
 * in circles, as those of a large service do.
 */
export const largeInterface = (operations: number, isLater = false) => {
  const numbers = Array.from({ length: operations }, (_, index) => index)
  const ref = (index: number) => ({ $ref: `#/components/schemas/Thing${index % operations}` })
  const refusal = {
    description: 'No.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      numbers.map((index) => [
        `/things${index}/{id}`,
        {
          post: {
            summary: `Makes thing ${index}.`,
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
              {
                name: 'limit',
                in: 'query',
                schema: { type: 'integer', maximum: isLater && index % 50 === 0 ? 50 : 100 },
              },
            ],
            requestBody: { required: true, content: { 'application/json': { schema: ref(index) } } },
            responses: {
              200: {
                description: 'Yes.',
                content: { 'application/json': { schema: { type: 'array', items: ref(index + 1) } } },
              },
              400: refusal,
              404: refusal,
            },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: { message: { type: 'string' }, code: { enum: ['a', 'b', ...(isLater ? ['c'] : [])] } },
          required: ['message', 'code'],
        },
        ...Object.fromEntries(
          numbers.map((index) => [
            `Thing${index}`,
            {
              type: 'object',
              properties: {
                name: { type: 'string', maxLength: 100, description: 'What it is called.' },
                next: ref(index + 1),
                other: ref(index * 7 + 3),
                kinds: { type: 'array', items: { oneOf: [ref(index + 2), { type: 'string' }] } },
                ...(isLater && index % 25 === 0 ? { more: { type: 'string' } } : {}),
              },
              required: ['name'],
            },
          ]),
        ),
      },
    },
  }
}
