import { type BothWays, bothWays, integer, type Pair, string } from './pair.ts'

const at = (item: object, more: object = {}) => ({ openapi: '3.1.0', paths: { '/things': item }, ...more })
const get = (more: object = {}, rest: object = {}) => at({ get: more }, rest)

// what stands beside the reference of a path item counts too
const referred = (beside: object, item: object = { get: {} }) =>
  at({ $ref: '#/components/pathItems/Things', ...beside }, { components: { pathItems: { Things: item } } })
const page = (more: object = {}) => ({ name: 'page', in: 'query', schema: integer, ...more })
const besideReferences: BothWays[] = [
  [referred({}), referred({ post: {} }), '+ operation-added', '- operation-removed !'],
  [referred({}), at({ get: {} }), '', ''],
  [referred({ get: { deprecated: true } }), at({ get: { deprecated: true } }), '', ''],
  [
    referred({}),
    referred({ parameters: [page({ required: true })] }),
    '+ request-parameter-added-required !',
    '- request-parameter-removed !',
  ],
  [
    referred({ parameters: [page()] }, { get: {}, parameters: [page({ schema: string })] }),
    at({ get: {}, parameters: [page()] }),
    '',
    '',
  ],
  [
    referred({ parameters: [page()] }),
    at({ get: { parameters: [page({ required: true })] } }),
    '~ request-parameter-became-required !',
    '~ request-parameter-became-optional',
  ],
]

// callers choose one of the servers
const servedAt = (...urls: (string | object)[]) =>
  get({}, { servers: urls.map((url) => (typeof url === 'string' ? { url } : url)) })
const regional = (more: object) => ({
  url: 'https://{region}.example.com',
  variables: { region: { default: 'eu', ...more } },
})
const servers: BothWays[] = [
  [
    servedAt('https://a.example'),
    servedAt('https://a.example', 'https://b.example'),
    '+ server-added',
    '- server-removed !',
  ],
  [
    servedAt('https://a.example', 'https://b.example'),
    servedAt('https://b.example/', 'HTTPS://A.example:443'),
    '',
    '',
  ],
  [
    servedAt('https://a.example/v1'),
    servedAt('https://a.example/v2'),
    '- server-removed ! + server-added',
    '- server-removed ! + server-added',
  ],
  [get(), servedAt('https://a.example'), '+ server-added', '- server-removed !'],
  [
    servedAt('https://a.example'),
    get({ servers: [{ url: 'https://a.example', description: 'Ours.' }] }),
    '',
    '',
  ],
  [
    servedAt('https://a.example'),
    at({ get: {}, servers: [{ url: 'https://b.example' }] }, { servers: [{ url: 'https://a.example' }] }),
    '- server-removed ! + server-added',
    '- server-removed ! + server-added',
  ],
  [
    servedAt(regional({ enum: ['eu'] })),
    servedAt(regional({ enum: ['eu', 'us'] })),
    '+ server-added',
    '- server-removed !',
  ],
  [
    servedAt(regional({ enum: ['eu', 'us'] })),
    servedAt('https://us.example.com', 'https://eu.example.com'),
    '',
    '',
  ],
  [servedAt(regional({ enum: ['eu'] })), servedAt(regional({})), '+ server-added', '- server-removed !'],
  [
    servedAt(regional({ enum: ['eu', 'us'] })),
    servedAt(regional({ enum: ['us', 'eu'], default: 'us' })),
    '',
    '',
  ],
]

export const addressPairs: Pair[] = [...besideReferences, ...servers].flatMap(bothWays)
