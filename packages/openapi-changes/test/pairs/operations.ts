import { integer, json, type Pair, string } from './pair.ts'

const get = (more: object = {}, rest: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/things': { get: more } },
  ...rest,
})
const two = (more: object = {}) => ({ openapi: '3.1.0', paths: { '/things': { get: {}, post: more } } })
const paths = (...names: string[]) => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(names.map((name) => [name, { get: {} }])),
})
const parameter = (more: object) => get({ parameters: [{ name: 'p', in: 'query', schema: string, ...more }] })
const body = (more: object = {}) => get({ requestBody: { ...json(string), ...more } })
const statuses = (...all: string[]) =>
  get({ responses: Object.fromEntries(all.map((status) => [status, {}])) })
const media = (...types: string[]) => ({ content: Object.fromEntries(types.map((type) => [type, {}])) })
const parts = (contentType: string) =>
  body({ content: { 'multipart/form-data': { encoding: { a: { contentType } } } } })
const header = (more?: object) =>
  get({ responses: { 200: { headers: more && { 'X-Total': { schema: integer, ...more } } } } })
const schemes = (more: object) => ({ components: { securitySchemes: more } })
const bearer = { type: 'http', scheme: 'bearer' }
const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
const secured = (security: object[], more: object = { bearer, key }) => get({ security }, schemes(more))
const sunset = (day?: string, more: object = { deprecated: true }) =>
  two({ ...more, ...(day && { 'x-sunset': day }) })
const inPath = (name: string) => ({
  openapi: '3.1.0',
  paths: {
    [`/a/{${name}}`]: { get: { parameters: [{ name, in: 'path', required: true, schema: string }] } },
  },
})
const withDefault = (value?: string) => ({ schema: { ...string, ...(value && { default: value }) } })

const rows: [older: object, newer: object, found: string[], options?: Pair['options']][] = [
  [get(), two(), ['+ operation-added']],
  [two(), get(), ['- operation-removed !']],
  [two({ deprecated: true }), get(), ['- operation-removed']],
  [paths('/a'), paths('/a', '/b'), ['+ path-added']],
  [paths('/a', '/b'), paths('/a'), ['- path-removed !']],
  [sunset('2027-01-01'), get(), ['- operation-removed-before-sunset !'], { today: '2026-12-31' }],
  [sunset('2027-01-01'), get(), ['- operation-removed'], { today: '2027-01-01' }],
  [two(), two({ deprecated: true }), ['~ operation-deprecated']],
  [two({ deprecated: true }), two(), ['~ operation-no-longer-deprecated']],
  [sunset(), sunset('2027-01-01'), ['~ sunset-added']],
  [sunset('2027-01-01'), sunset('2027-02-01'), ['~ sunset-put-off']],
  [sunset('2027-01-01'), sunset('2026-12-01'), ['~ sunset-brought-forward !']],
  [sunset('2027-01-01'), sunset(), ['~ sunset-removed !']],
  [sunset('2027-01-01'), two(), ['~ operation-no-longer-deprecated']],
  [get(), get({ operationId: 'a' }), ['~ operation-id-added']],
  [get({ operationId: 'a' }), get({ operationId: 'b' }), ['~ operation-id-changed']],
  [get({ operationId: 'a' }), get(), ['~ operation-id-removed']],

  [paths('/a/{id}'), paths('/a/{name}'), []],
  [paths('/a/{id}'), paths('/a/{name}'), ['- path-removed !', '+ path-added'], { isStrict: true }],
  [get(), parameter({}), ['+ request-parameter-added-optional']],
  [get(), parameter({ required: true }), ['+ request-parameter-added-required !']],
  [parameter({}), get(), ['- request-parameter-removed !']],
  [parameter({ deprecated: true }), get(), ['- request-parameter-removed']],
  [
    parameter({}),
    parameter({ name: 'q' }),
    ['- request-parameter-removed !', '+ request-parameter-added-optional'],
  ],
  [parameter({}), parameter({ required: true }), ['~ request-parameter-became-required !']],
  [parameter({ required: true }), parameter({}), ['~ request-parameter-became-optional']],
  [parameter({}), parameter({ in: 'header' }), ['~ request-parameter-location-changed !']],
  [parameter({}), parameter({ style: 'pipeDelimited' }), ['~ request-parameter-form-changed !']],
  [parameter({}), parameter({ style: 'form', explode: true }), []],
  [parameter({}), parameter({ schema: undefined, ...json(string) }), ['~ request-parameter-form-changed !']],
  [parameter({}), parameter({ deprecated: true }), ['~ request-parameter-deprecated']],
  [parameter({ deprecated: true }), parameter({}), ['~ request-parameter-no-longer-deprecated']],
  [parameter({ in: 'header' }), parameter({ in: 'header', name: 'P' }), []],
  [get(), parameter({ in: 'header', name: 'Authorization', required: true }), []],

  [get(), body(), ['+ request-body-added-optional']],
  [get(), body({ required: true }), ['+ request-body-added-required !']],
  [body(), get(), ['- request-body-removed !']],
  [body(), body({ required: true }), ['~ request-body-became-required !']],
  [body({ required: true }), body(), ['~ request-body-became-optional']],
  [body(media('a/b')), body(media('a/b', 'c/d')), ['+ request-media-type-added']],
  [body(media('a/b', 'c/d')), body(media('a/b')), ['- request-media-type-removed !']],
  [body(media('A/b; c=d')), body(media('a/b;c=d')), []],
  [
    body({ content: { 'multipart/form-data': {} } }),
    body({ content: { 'multipart/form-data': { encoding: { a: { contentType: 'image/png' } } } } }),
    ['~ request-encoding-changed !'],
  ],
  [parts('image/png'), parts('image/gif'), ['~ request-encoding-changed !']],
  [parts('image/png'), parts('image/gif, image/png'), ['~ request-encoding-widened']],
  [parts('image/*'), parts('image/png'), ['~ request-encoding-narrowed !']],
  [parts('image/png, image/gif'), parts('image/gif,image/PNG'), []],

  [statuses('200'), statuses('200', '201'), ['+ response-success-status-added']],
  [statuses('200', '201'), statuses('200'), ['- response-success-status-removed !']],
  [statuses('200'), statuses('200', '404'), ['+ response-error-status-added']],
  [statuses('200', '404'), statuses('200'), ['- response-error-status-removed']],
  [statuses('200'), statuses('200', 'default'), ['+ response-error-status-added']],
  [statuses('default'), statuses(), ['- response-success-status-removed !']],
  [statuses('2xx'), statuses('2XX'), []],
  [
    get({ responses: { 200: media('a/b') } }),
    get({ responses: { 200: media('a/b', 'c/d') } }),
    ['+ response-media-type-added'],
  ],
  [
    get({ responses: { 200: media('a/b', 'c/d') } }),
    get({ responses: { 200: media('a/b') } }),
    ['- response-media-type-removed !'],
  ],
  [header(), header({}), ['+ response-header-added']],
  [header({}), header(), ['- response-header-removed !']],
  [header({ deprecated: true }), header(), ['- response-header-removed']],
  [header({}), header({ required: true }), ['~ response-header-became-required']],
  [header({ required: true }), header({}), ['~ response-header-became-optional !']],
  [header({}), header({ deprecated: true }), ['~ response-header-deprecated']],
  [header({ deprecated: true }), header({}), ['~ response-header-no-longer-deprecated']],

  [get(), secured([{ bearer: [] }]), ['+ security-added !']],
  [secured([{ bearer: [] }]), get(), ['- security-removed !']],
  [get(), get({}, { security: [{ bearer: [] }] }), ['+ security-added !']],
  [
    get({}, { security: [{ bearer: [] }] }),
    get({ security: [] }, { security: [{ bearer: [] }] }),
    ['- security-removed !'],
  ],
  [secured([{ bearer: [] }]), secured([{ bearer: [] }, { key: [] }]), ['+ security-alternative-added !']],
  [secured([{ bearer: [] }, { key: [] }]), secured([{ bearer: [] }]), ['- security-alternative-removed !']],
  [
    secured([{ bearer: [] }]),
    secured([{ bearer: [], key: [] }]),
    ['- security-alternative-removed !', '+ security-alternative-added !'],
  ],
  [secured([{ bearer: [] }]), secured([{ bearer: [] }, {}]), ['+ security-alternative-added !']],
  [secured([{ bearer: ['a'] }]), secured([{ bearer: ['a', 'b'] }]), ['+ security-scope-added !']],
  [secured([{ bearer: ['a', 'b'] }]), secured([{ bearer: ['b'] }]), ['- security-scope-removed']],
  [
    secured([{ key: [] }]),
    secured([{ key: [] }], { bearer, key: { ...key, in: 'query' } }),
    ['~ security-scheme-changed !'],
  ],
  [secured([]), secured([], { bearer: { ...bearer, description: 'Ours.' }, key }), []],
  [secured([{ bearer: [] }]), secured([{ token: [] }], { token: bearer, key }), []],
  [
    secured([{ bearer: [] }]),
    secured([{ token: [] }], { token: bearer, key }),
    ['- security-alternative-removed !', '+ security-alternative-added !'],
    { isStrict: true },
  ],

  [inPath('id'), inPath('key'), ['~ path-parameter-renamed']],
  [parameter({}), parameter(withDefault('a')), ['~ request-parameter-default-added !']],
  [parameter(withDefault('a')), parameter(withDefault('b')), ['~ request-parameter-default-changed !']],
  [parameter(withDefault('a')), parameter({}), ['~ request-parameter-default-removed !']],
  [body(), body(json({ ...string, default: 'a' })), ['~ request-body-default-added !']],
  [
    body(json({ ...string, default: 'a' })),
    body(json({ ...string, default: 'b' })),
    ['~ request-body-default-changed !'],
  ],
  [body(json({ ...string, default: 'a' })), body(), ['~ request-body-default-removed !']],
]

export const operationPairs: Pair[] = rows.map(([older, newer, found, options]) => ({
  older,
  newer,
  found,
  options,
}))
