import {
  type BothWays,
  bothWays,
  integer,
  json,
  list,
  object,
  type Pair,
  type Schema,
  string,
} from './pair.ts'

export const hooks = (webhooks: object, more: object = {}) => ({ openapi: '3.1.0', webhooks, ...more })
export const calls = (callbacks?: object, more: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/things': { post: { ...(callbacks && { callbacks }) } } },
  ...more,
})
export const address = '{$request.body#/url}'

/** An event, as a webhook and as a callback: both are judged alike. */
const ways: ((post: object, more?: object) => object)[] = [
  (post, more) => hooks({ done: { post } }, more),
  (post, more) => calls({ done: { [address]: { post } } }, more),
  (post, more) =>
    hooks(
      { done: { $ref: '#/components/pathItems/Done' } },
      { ...more, components: { pathItems: { Done: { post } } } },
    ),
  (post, more) =>
    calls(
      { done: { $ref: '#/components/callbacks/Done' } },
      { ...more, components: { callbacks: { Done: { [address]: { post } } } } },
    ),
]

export const body = (schema: Schema, more: object = {}) => ({
  requestBody: { required: true, ...json(schema), ...more },
})
export const parameter = (more: object = {}) => ({
  parameters: [{ name: 'X-Id', in: 'header', schema: string, ...more }],
})
const replies = (all: object) => ({ responses: all })
const reply = (more: object) => replies({ 200: more })
const header = (more: object = {}) => reply({ headers: { 'X-Ack': { schema: string, ...more } } })
const media = (...types: string[]) => ({ content: Object.fromEntries(types.map((type) => [type, {}])) })
const parts = (contentType: string) => ({
  requestBody: { content: { 'multipart/form-data': { encoding: { a: { contentType } } } } },
})
const soon = { deprecated: true, 'x-sunset': '2027-01-01' }
const before = { today: '2026-12-31' }
export const [some, must] = [object({ p: string }), object({ p: string }, ['p'])]
const formed = '~ event-parameter-form-changed !'
const [wider, narrower] = ['~ event-parameter-form-widened !', '~ event-parameter-form-narrowed']

const told: [older: object, newer: object, there: string, back: string, options?: Pair['options']][] = [
  [body(some), body({ ...some, description: 'A word.' }), '', ''],
  [body(some), body(must), '~ response-property-became-required', '~ response-property-became-optional !'],
  [body(string), body(integer), '~ response-body-type-changed !', '~ response-body-type-changed !'],
  [
    body(some),
    body(object({ p: string, q: string })),
    '+ response-property-added-optional',
    '- response-property-removed !',
  ],
  [
    body({ enum: ['a'] }),
    body({ enum: ['a', 'b'] }),
    '+ response-body-enum-value-added !',
    '- response-body-enum-value-removed',
  ],
  [body(object({ p: { ...string, readOnly: true } })), body(some), '', ''],
  [{}, body(some), '+ event-body-added', '- event-body-removed !'],
  [
    body(some),
    body(some, { required: false }),
    '~ event-body-became-optional !',
    '~ event-body-became-required',
  ],
  [
    { requestBody: media('a/b') },
    { requestBody: media('a/b', 'c/d') },
    '+ event-media-type-added !',
    '- event-media-type-removed',
  ],
  [
    { requestBody: { content: { 'multipart/form-data': {} } } },
    { requestBody: { content: { 'multipart/form-data': { encoding: { a: { contentType: 'a/b' } } } } } },
    '~ event-encoding-changed !',
    '~ event-encoding-changed !',
  ],
  [parts('image/png'), parts('image/*'), '~ event-encoding-widened !', '~ event-encoding-narrowed'],

  [{}, parameter(), '+ event-parameter-added', '- event-parameter-removed !'],
  [{}, parameter({ required: true }), '+ event-parameter-added', '- event-parameter-removed !'],
  [parameter(soon), {}, '- event-parameter-removed', '+ event-parameter-added'],
  [parameter(soon), {}, '- event-parameter-removed-before-sunset !', '+ event-parameter-added', before],
  [
    parameter(),
    parameter({ required: true }),
    '~ event-parameter-became-required',
    '~ event-parameter-became-optional !',
  ],
  [parameter(), parameter({ in: 'query' }), formed, formed],
  [parameter({ schema: some }), parameter({ schema: some, explode: true }), formed, formed],
  [parameter(), parameter({ allowReserved: true }), wider, narrower],
  [parameter({ in: 'query' }), parameter({ in: 'query', allowEmptyValue: true }), wider, narrower],
  [parameter({ in: 'query' }), parameter({ in: 'query', schema: list() }), wider, narrower],
  [
    parameter(),
    parameter({ deprecated: true }),
    '~ response-header-deprecated',
    '~ response-header-no-longer-deprecated',
  ],
  [
    parameter({ deprecated: true }),
    parameter(soon),
    '~ response-header-sunset-added',
    '~ response-header-sunset-removed !',
  ],
  [
    parameter({ schema: { enum: ['a'] } }),
    parameter({ schema: { enum: ['a', 'b'] } }),
    '+ response-header-enum-value-added !',
    '- response-header-enum-value-removed',
  ],

  [replies({ 200: {} }), replies({ 200: {}, 410: {} }), '+ reply-status-added', '- reply-status-removed !'],
  [
    reply(media('a/b')),
    reply(media('a/b', 'c/d')),
    '+ reply-media-type-added',
    '- reply-media-type-removed !',
  ],
  [
    reply(json(some)),
    reply(json(must)),
    '~ request-property-became-required !',
    '~ request-property-became-optional',
  ],
  [reply({}), header(), '+ reply-header-added-optional', '- reply-header-removed !'],
  [reply({}), header({ required: true }), '+ reply-header-added-required !', '- reply-header-removed !'],
  [header(soon), reply({}), '- reply-header-removed', '+ reply-header-added-optional'],
  [
    header(soon),
    reply({}),
    '- reply-header-removed-before-sunset !',
    '+ reply-header-added-optional',
    before,
  ],
  [
    header(),
    header({ required: true }),
    '~ reply-header-became-required !',
    '~ reply-header-became-optional',
  ],
  [
    header({ schema: some }),
    header({ schema: some, explode: true }),
    '~ reply-header-form-changed !',
    '~ reply-header-form-changed !',
  ],
  [
    header(),
    header({ deprecated: true }),
    '~ request-parameter-deprecated',
    '~ request-parameter-no-longer-deprecated',
  ],
  [reply({}), reply({ links: { self: { operationId: 'a' } } }), '', ''],

  [{}, { security: [{ key: [] }] }, '+ event-security-added', '~ event-security-changed !'],
  [
    { security: [{ key: [] }] },
    { security: [{ key: [] }, { other: [] }] },
    '~ event-security-changed !',
    '~ event-security-changed !',
  ],
  [{}, { deprecated: true }, '~ operation-deprecated', '~ operation-no-longer-deprecated'],
]

const eitherWay = told.flatMap(([older, newer, there, back, options]) =>
  ways.map((way): BothWays => [way(older), way(newer), there, back, options]),
)

export const eventPairs: Pair[] = eitherWay.flatMap(bothWays)
