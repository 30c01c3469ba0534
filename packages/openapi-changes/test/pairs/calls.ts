import { address, body, calls, hooks, must, parameter, some } from './events.ts'
import { type BothWays, bothWays, object, type Pair, type Schema, string } from './pair.ts'

const one = hooks({ done: { post: body(some) } })
const tree = (p: Schema) => ({
  components: { schemas: { Tree: object({ p, left: { $ref: '#/components/schemas/Tree' } }) } },
})
const branch = { $ref: '#/components/schemas/Tree' }
// what is called back is an operation, and may call back itself: then the direction is as it was
const nested = (schema: Schema) =>
  calls({ done: { [address]: { post: { callbacks: { heard: { [address]: { post: body(schema) } } } } } } })
const circle = (schema: Schema) =>
  calls(
    { done: { $ref: '#/components/callbacks/Done' } },
    {
      components: {
        callbacks: {
          Done: {
            [address]: {
              post: { ...body(schema), callbacks: { again: { $ref: '#/components/callbacks/Done' } } },
            },
          },
        },
      },
    },
  )

const rows: BothWays[] = [
  [calls(), calls({ done: { [address]: { post: {} } } }), '+ callback-added', '- callback-removed !'],
  [
    calls({ done: { [address]: { post: {} } } }),
    calls({ done: { '{$request.body#/uri}': { post: {} } } }),
    '~ callback-changed !',
    '~ callback-changed !',
  ],
  [
    calls({ done: { [address]: { post: body(some) } } }),
    calls({ done: { '{$request.body#/uri}': { post: body(must) } } }),
    '~ callback-changed ! ~ response-property-became-required',
    '~ callback-changed ! ~ response-property-became-optional !',
  ],
  [
    calls({ done: { [address]: { post: {} } } }),
    calls({ done: { [address]: { post: {}, put: {} } } }),
    '+ callback-added',
    '- callback-removed !',
  ],
  [{ openapi: '3.1.0' }, one, '+ webhook-added', '- webhook-removed !'],
  [hooks({ done: { post: { deprecated: true } } }), hooks({}), '- webhook-removed', '+ webhook-added'],
  [one, hooks({ done: { post: body(some), put: {} } }), '+ webhook-added', '- webhook-removed !'],
  [one, { ...one, security: [{ key: [] }] }, '', ''],
  [
    hooks({ done: { post: body(branch) } }, tree(string)),
    hooks({ done: { post: body(branch) } }, tree({ type: ['string', 'null'] })),
    '~ response-property-became-nullable !',
    '~ response-property-became-not-nullable',
  ],
  [
    { ...hooks({ done: { post: body({ ...string, nullable: true }) } }), openapi: '3.0.3' },
    hooks({ done: { post: body({ type: ['string', 'null'] }) } }),
    '',
    '',
  ],
  [
    hooks({ done: { parameters: parameter().parameters, post: {} } }),
    hooks({ done: { parameters: parameter({ required: true }).parameters, post: {} } }),
    '~ event-parameter-became-required',
    '~ event-parameter-became-optional !',
  ],
  [nested(some), nested(must), '~ request-property-became-required !', '~ request-property-became-optional'],
  [
    circle(some),
    circle(must),
    '~ response-property-became-required ~ request-property-became-required !',
    '~ response-property-became-optional ! ~ request-property-became-optional',
  ],
]

export const callPairs: Pair[] = rows.flatMap(bothWays)
