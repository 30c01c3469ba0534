import { type BothWays, bothWays, type Pair } from './pair.ts'

const at = (item: object, more: object = {}) => ({ openapi: '3.1.0', paths: { '/things': item }, ...more })
const get = (more: object = {}, rest: object = {}) => at({ get: more }, rest)

// how people prove who they are
const bearer = { type: 'http', scheme: 'bearer' }
const scheme = (more: object) =>
  get({ security: [{ one: ['a'] }] }, { components: { securitySchemes: { one: more } } })
const oauth = (flows: object, more: object = {}) => scheme({ type: 'oauth2', flows, ...more })
const code = { authorizationUrl: '/authorize', tokenUrl: '/token', scopes: { a: 'A' } }
const device = { deviceAuthorizationUrl: '/device', tokenUrl: '/token', scopes: {} }
const changed = '~ security-scheme-changed !'
const idle = '~ security-unused-scheme-changed'
const unused = (more: object) => get({ security: [] }, { components: { securitySchemes: { one: more } } })
const unusedFlows = (flows: object) => unused({ type: 'oauth2', flows })
const security: BothWays[] = [
  [unused(bearer), unused({ ...bearer, scheme: 'basic' }), idle, idle],
  [unused({ type: 'http' }), unused(bearer), idle, idle],
  [
    unusedFlows({ authorizationCode: code }),
    unusedFlows({ authorizationCode: code, deviceAuthorization: device }),
    '+ security-flow-added',
    '- security-unused-flow-removed',
  ],
  [scheme({ type: 'http' }), scheme(bearer), changed, changed],
  [scheme({ type: 'http' }), scheme({ type: 'http' }), '', ''],
  [scheme(bearer), scheme({ ...bearer, bearerFormat: 'JWT', scheme: 'Bearer' }), '', ''],
  [scheme(bearer), scheme({ ...bearer, scheme: 'basic' }), changed, changed],
  [
    scheme({ type: 'apiKey', in: 'header', name: 'X-Key' }),
    scheme({ type: 'apiKey', in: 'header', name: 'x-key' }),
    '',
    '',
  ],
  [
    scheme({ type: 'apiKey', in: 'query', name: 'Key' }),
    scheme({ type: 'apiKey', in: 'query', name: 'key' }),
    changed,
    changed,
  ],
  [
    oauth({ authorizationCode: code }),
    oauth({ authorizationCode: code, deviceAuthorization: device }),
    '+ security-flow-added',
    '- security-flow-removed !',
  ],
  [
    oauth({ authorizationCode: code }),
    oauth({ authorizationCode: { ...code, tokenUrl: '/tokens' } }),
    changed,
    changed,
  ],
  [
    oauth({ authorizationCode: code }),
    oauth({ authorizationCode: { ...code, refreshUrl: '/again' } }),
    '',
    changed,
  ],
  [
    oauth({ deviceAuthorization: device }),
    oauth({ deviceAuthorization: { ...device, deviceAuthorizationUrl: '/devices' } }),
    changed,
    changed,
  ],
  [oauth({ implicit: code }), oauth({ implicit: code }, { oauth2MetadataUrl: '/.well-known' }), '', changed],
  [
    scheme(bearer),
    scheme({ ...bearer, deprecated: true }),
    '~ security-scheme-deprecated',
    '~ security-scheme-no-longer-deprecated',
  ],
]

// the same schemes with other scopes are another way
const ways = (...security: object[]) => get({ security })
const alternatives: BothWays[] = [
  [
    ways({ o: ['a'] }),
    ways({ o: ['a'] }, { o: ['b'] }),
    '+ security-alternative-added !',
    '- security-alternative-removed !',
  ],
  [ways({ o: ['a'] }, { o: ['b', 'c'] }), ways({ o: ['c', 'b'] }, { o: ['a'] }), '', ''],
  [ways({ o: ['a'], p: [] }, { q: [] }), ways({ q: [] }, { p: [], o: ['a'] }, { q: [] }), '', ''],
  [
    ways({ o: ['b'] }, { o: ['a'] }),
    ways({ o: ['a'] }, { o: ['c'] }),
    '- security-scope-removed + security-scope-added !',
    '- security-scope-removed + security-scope-added !',
  ],
]

export const securityPairs: Pair[] = [...security, ...alternatives].flatMap(bothWays)
