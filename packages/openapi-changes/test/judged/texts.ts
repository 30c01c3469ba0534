import { integer, number, object, string } from '../pairs/pair.ts'
import type { Row } from './row.ts'

const openapi = '3.1.0'
const isTruth = { type: 'boolean' }
const get = (more: object) => ({ openapi, paths: { '/things/{id}': { get: { responses: {}, ...more } } } })
const parameter = (schema: object, location = 'query', more: object = {}) =>
  get({ parameters: [{ name: 'id', in: location, required: location === 'path', schema, ...more }] })
const header = (schema: object) => get({ responses: { 200: { headers: { 'X-P': { schema } } } } })

const body = (schema: object) => get({ requestBody: { content: { 'application/json': { schema } } } })
const query = (...parameters: object[]) => get({ parameters })
const p = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more })

/** Parameters and headers are texts, whatever their type. */
export const texts: Row[] = [
  ...(['path', 'query', 'header', 'cookie'] as const).flatMap((w): Row[] => [
    [`${w} number->string`, parameter(number, w), parameter(string, w), 'fb'],
    [`${w} integer->string`, parameter(integer, w), parameter(string, w), 'fb'],
    [`${w} isTruth->string`, parameter(isTruth, w), parameter(string, w), 'fb'],
    [
      `${w} [string,integer] -> string`,
      parameter({ type: ['string', 'integer'] }, w),
      parameter(string, w),
      'ff',
    ],
    [
      `${w} integer enum -> string enum`,
      parameter({ enum: [1, 2] }, w),
      parameter({ enum: ['1', '2'] }, w),
      'ff',
    ],
    [
      `${w} integer enum -> string enum more`,
      parameter({ enum: [1, 2] }, w),
      parameter({ enum: ['1', '2', '3'] }, w),
      'fb',
    ],
    [`${w} isTruth -> enum`, parameter(isTruth, w), parameter({ enum: ['true', 'false'] }, w), 'ff'],
    [`${w} integer -> string max`, parameter(integer, w), parameter({ ...string, maxLength: 3 }, w), 'bb'],
    [
      `${w} integer -> string format`,
      parameter(integer, w),
      parameter({ ...string, format: 'uuid' }, w),
      'bb',
    ],
    [`${w} integer -> isTruth`, parameter(integer, w), parameter(isTruth, w), 'bb'],
    [
      `${w} default`,
      parameter({ ...integer, default: 1 }, w),
      parameter({ ...string, default: '1' }, w),
      'fb',
    ],
  ]),
  [
    '[string,integer] -> list',
    parameter({ type: ['string', 'integer'] }),
    parameter({ type: 'array', items: string }),
    'fb',
  ],
  ['integer -> list string', parameter(integer), parameter({ type: 'array', items: string }), 'fb'],
  [
    'list integer -> list string',
    parameter({ type: 'array', items: integer }),
    parameter({ type: 'array', items: string }),
    'fb',
  ],
  [
    'json content',
    get({ parameters: [{ name: 'id', in: 'query', content: { 'application/json': { schema: integer } } }] }),
    get({ parameters: [{ name: 'id', in: 'query', content: { 'application/json': { schema: string } } }] }),
    'bb',
  ],
  ['body', body(integer), body(string), 'bb'],
  ['res header', header(integer), header(string), 'bf'],
  [
    'two -> object',
    query(p('a', string), p('b', integer)),
    query(p('f', object({ a: string, b: integer }))),
    'nn',
  ],
  [
    'two -> object req',
    query(p('a', string, { required: true }), p('b', integer)),
    query(p('f', object({ a: string, b: integer }, ['a']), { required: true })),
    'nn',
  ],
  [
    'two -> object opt',
    query(p('a', string, { required: true }), p('b', integer)),
    query(p('f', object({ a: string, b: integer }))),
    'fb',
  ],
  [
    'two -> object more',
    query(p('a', string), p('b', integer)),
    query(p('f', object({ a: string, b: integer, c: string }))),
    'fb',
  ],
  ['two -> object less', query(p('a', string), p('b', integer)), query(p('f', object({ a: string }))), 'bf'],
  [
    'two -> deep',
    query(p('f[a]', string), p('f[b]', integer)),
    query(p('f', object({ a: string, b: integer }), { style: 'deepObject', explode: true })),
    'nn',
  ],
  [
    'two -> not exploded',
    query(p('a', string), p('b', integer)),
    query(p('f', object({ a: string, b: integer }), { explode: false })),
    'bb',
  ],
]
