import { type BothWays, bothWays, integer, json, list, object, type Pair, string } from './pair.ts'

const at = (item: object, more: object = {}) => ({ openapi: '3.1.0', paths: { '/things': item }, ...more })
const get = (more: object = {}, rest: object = {}) => at({ get: more }, rest)
const answers = (all: Record<string, object>) => get({ responses: all })
const point = { schema: object({ x: integer, y: integer }) }

// ranges of statuses, and the codes beside them
const wide = json(object({ a: string, b: string }))
const narrow = json(object({ a: string, b: string }, ['a']))
const refusal = json(object({ message: string }, ['message']))
const statuses: BothWays[] = [
  [
    answers({ '2XX': {}, 200: {} }),
    answers({ 200: {} }),
    '- response-success-status-removed !',
    '+ response-success-status-added',
  ],
  [
    answers({ 200: {} }),
    answers({ '2XX': {} }),
    '+ response-success-status-added',
    '- response-success-status-removed !',
  ],
  [
    answers({ 404: {}, '4XX': {} }),
    answers({ 404: {} }),
    '- response-error-status-removed',
    '+ response-error-status-added',
  ],
  [answers({ '2XX': wide }), answers({ '2XX': wide, 201: wide }), '', ''],
  [
    answers({ '2XX': wide }),
    answers({ '2XX': wide, 201: narrow }),
    '~ response-property-became-required',
    '~ response-property-became-optional !',
  ],
  [answers({ '2XX': wide }), answers({ '2XX': wide, 204: {} }), '', ''],
  [answers({ '4XX': refusal }), answers({ '4XX': refusal, 429: refusal }), '', ''],
  [
    answers({ 200: wide, default: refusal }),
    answers({ 200: wide, default: refusal, 404: refusal }),
    '+ response-error-status-added',
    '- response-error-status-removed',
  ],
  [
    answers({ 200: wide, default: refusal }),
    answers({ 200: wide, default: refusal, 404: {} }),
    '+ response-error-status-added',
    '- response-error-status-removed',
  ],
  [
    answers({ 200: wide, default: refusal }),
    answers({ 200: wide, default: refusal, 404: json(object({ code: integer })) }),
    '+ response-error-status-added - response-property-removed ! + response-property-added-optional',
    '- response-error-status-removed - response-property-removed ! + response-property-added-required',
  ],
  // a success beside a default that is for errors was none of its matters
  [
    answers({ 200: wide, default: refusal }),
    answers({ 200: wide, default: refusal, 201: wide }),
    '+ response-success-status-added',
    '- response-success-status-removed !',
  ],
]

// how headers are written, and where answers lead
const header = (more: object) => answers({ 200: { headers: { 'X-Range': { schema: list(), ...more } } } })
const linked = (links?: object, more: object = {}) => ({
  ...at({ post: { operationId: 'make', responses: { 201: { links } } } }, more),
  paths: {
    '/things': { post: { operationId: 'make', responses: { 201: { links } } } },
    '/things/{id}': { get: { operationId: 'read' }, delete: { operationId: 'drop' } },
  },
})
const toRead = { operationId: 'read', parameters: { id: '$response.body#/id' } }
const answering: BothWays[] = [
  [header({}), header({ explode: true }), '', ''],
  [header({}), header({ style: 'simple' }), '', ''],
  [
    header(point),
    header({ ...point, explode: true }),
    '~ response-header-form-changed !',
    '~ response-header-form-changed !',
  ],
  [
    header({ schema: string }),
    header({ schema: undefined, ...json(string) }),
    '~ response-header-form-changed !',
    '~ response-header-form-changed !',
  ],
  [linked(), linked({ self: toRead }), '+ response-link-added', '- response-link-removed !'],
  [
    linked({ self: toRead }),
    linked({ self: { ...toRead, operationId: 'drop' } }),
    '~ response-link-changed !',
    '~ response-link-changed !',
  ],
  [
    linked({ self: toRead }),
    linked({ self: { ...toRead, parameters: { id: '$request.path.id' } } }),
    '~ response-link-changed !',
    '~ response-link-changed !',
  ],
  [
    linked({ self: toRead }),
    linked({
      self: {
        operationRef: '#/paths/~1things~1%7Bid%7D/get',
        parameters: toRead.parameters,
        description: 'It.',
      },
    }),
    '',
    '',
  ],
]

export const answerPairs: Pair[] = [...statuses, ...answering].flatMap(bothWays)
