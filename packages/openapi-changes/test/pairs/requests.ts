import { type BothWays, bothWays, integer, list, object, type Pair, type Schema, string } from './pair.ts'

const at = (item: object, more: object = {}) => ({ openapi: '3.1.0', paths: { '/things': item }, ...more })
const get = (more: object = {}, rest: object = {}) => at({ get: more }, rest)
const answers = (all: Record<string, object>) => get({ responses: all })
const point = { schema: object({ x: integer, y: integer }) }

// how parameters are written
const parameter = (schema: Schema, more: object = {}) =>
  get({ parameters: [{ name: 'p', in: 'query', schema, ...more }] })
const form = '~ request-parameter-form-changed !'
const parameters: BothWays[] = [
  [parameter(string), parameter(string, { explode: false }), '', ''],
  [parameter(list()), parameter(list(), { explode: false }), form, form],
  [parameter(list(), { in: 'header' }), parameter(list(), { in: 'header', explode: true }), '', ''],
  [parameter(point.schema), parameter(point.schema, { explode: false }), form, form],
  [
    parameter(point.schema, { style: 'deepObject' }),
    parameter(point.schema, { style: 'deepObject', explode: true }),
    '',
    '',
  ],
  [
    parameter(string),
    parameter(string, { allowEmptyValue: true }),
    '~ request-parameter-empty-allowed',
    '~ request-parameter-empty-refused !',
  ],
  [parameter(string, { in: 'header' }), parameter(string, { in: 'header', allowEmptyValue: true }), '', ''],
  [
    parameter(string),
    parameter(string, { allowReserved: true }),
    '~ request-parameter-reserved-allowed',
    '~ request-parameter-reserved-refused !',
  ],
  [parameter(integer), parameter(integer, { allowReserved: true }), '', ''],
  [
    parameter(string),
    parameter(list()),
    '~ request-parameter-became-list',
    '~ request-parameter-no-longer-list !',
  ],
  [
    parameter(integer),
    parameter(list({ items: string })),
    '~ request-parameter-became-list ~ request-parameter-type-widened',
    '~ request-parameter-no-longer-list ! ~ request-parameter-type-narrowed !',
  ],
  [
    parameter({ enum: ['a', 'b'] }),
    parameter(list({ items: { enum: ['a', 'b'] } }), { explode: false }),
    '~ request-parameter-became-list',
    '~ request-parameter-no-longer-list !',
  ],
  [
    parameter(string, { explode: false }),
    parameter(list(), { explode: false }),
    '~ request-parameter-type-changed !',
    '~ request-parameter-type-changed !',
  ],
  [
    parameter(string),
    parameter(list({ minItems: 2 })),
    '~ request-parameter-type-changed !',
    '~ request-parameter-type-changed !',
  ],
  // a list has a default of its own, and what its items say of one counts for nothing
  [
    parameter(string),
    parameter(list({ default: ['b'] })),
    '~ request-parameter-became-list ~ request-parameter-default-added !',
    '~ request-parameter-no-longer-list ! ~ request-parameter-default-removed !',
  ],
  [
    parameter({ ...string, default: 'b' }),
    parameter(list({ items: { ...string, default: 'b' } })),
    '~ request-parameter-became-list ~ request-parameter-default-removed !',
    '~ request-parameter-no-longer-list ! ~ request-parameter-default-added !',
  ],
  [
    parameter({ ...string, default: 'b' }),
    parameter(list({ default: ['b'] })),
    '~ request-parameter-became-list',
    '~ request-parameter-no-longer-list !',
  ],
  [
    parameter(string),
    parameter(list({ const: ['b'] })),
    '~ request-parameter-type-changed ! ~ request-parameter-became-enum !',
    '~ request-parameter-type-changed ! ~ request-parameter-no-longer-enum',
  ],
]

// media types
const body = (content: object) => get({ requestBody: { required: true, content } })
const answer = (content: object) => answers({ 200: { content } })
const text = { schema: string }
const media: BothWays[] = [
  [body({ 'application/json': text }), body({ 'application/json; charset=UTF-8': text }), '', ''],
  [answer({ 'text/plain;charset="utf-8"': text }), answer({ 'text/plain': text }), '', ''],
  [
    body({ 'application/json': text }),
    body({ 'application/*': text }),
    '+ request-media-type-added',
    '- request-media-type-removed !',
  ],
  [
    body({ 'application/json': text, 'application/xml': text }),
    body({ '*/*': text }),
    '+ request-media-type-added',
    '- request-media-type-removed !',
  ],
  [
    body({ 'application/json': text }),
    body({ 'application/*': { schema: { ...string, maxLength: 3 } } }),
    '+ request-media-type-added ~ request-body-max-length-lowered !',
    '- request-media-type-removed ! ~ request-body-max-length-raised',
  ],
  [
    answer({ 'application/json': text }),
    answer({ 'application/*': text }),
    '+ response-media-type-added',
    '- response-media-type-removed !',
  ],
  [
    answer({ 'application/json': text }),
    answer({ 'application/json': text, 'application/json;v=2': text }),
    '',
    '',
  ],
]

export const requestPairs: Pair[] = [...parameters, ...media].flatMap(bothWays)
