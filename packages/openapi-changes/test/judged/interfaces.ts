import { object, string } from '../pairs/pair.ts'
import type { Row } from './row.ts'

const openapi = '3.1.0'
const scheme = (k: object, isUsed = true, version = openapi) => ({
  openapi: version,
  paths: { '/a': { get: { responses: {}, ...(isUsed && { security: [{ k: [] }] }) } } },
  components: { securitySchemes: { k } },
})
const oauth = (more: object) => ({
  type: 'oauth2',
  flows: {
    authorizationCode: { authorizationUrl: 'https://x/a', tokenUrl: 'https://x/t', scopes: {}, ...more },
  },
})

const body = (schema: object, holder = 'requestBody', schemas: object = {}) => {
  const content = { content: { 'application/json': { schema } } }
  const post = holder === 'requestBody' ? { requestBody: content } : { responses: { 200: content } }
  return { openapi: '3.0.3', paths: { '/a': { post } }, components: { schemas } }
}
const kinds = { Cat: object({ k: string }, ['k']), Dog: object({ k: string, d: string }, ['k']) }
const choice = (mapping: object) => ({
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
  discriminator: { propertyName: 'k', mapping },
})
const base = (mapping: object) => ({
  ...object({ k: string }, ['k']),
  discriminator: { propertyName: 'k', mapping },
})

const parts = (contentType?: string) => {
  const encoding = contentType === undefined ? {} : { encoding: { f: { contentType } } }
  const content = { 'multipart/form-data': { schema: object({ f: string }), ...encoding } }
  return { openapi, paths: { '/a': { post: { requestBody: { content } } } } }
}
const served = (urls: string | string[], paths: string[]) => ({
  openapi,
  servers: [urls].flat().map((url) => ({ url })),
  paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
})
const sunset = (day?: string) => ({
  openapi,
  paths: { '/a': { get: { responses: {}, deprecated: true, ...(day && { 'x-sunset': day }) } } },
})

/** All that is around schemas. */
export const interfaces: Row[] = [
  ['http -> digest', scheme({ type: 'http' }), scheme({ type: 'http', scheme: 'digest' }), 'tt'],
  [
    'http -> digest unused',
    scheme({ type: 'http' }, false),
    scheme({ type: 'http', scheme: 'digest' }, false),
    'tt',
  ],
  [
    'http -> bearer 3.0',
    scheme({ type: 'http' }, true, '3.0.3'),
    scheme({ type: 'http', scheme: 'bearer' }, true, '3.0.3'),
    'tt',
  ],
  [
    'apiKey no in',
    scheme({ type: 'apiKey', name: 'x' }),
    scheme({ type: 'apiKey', name: 'x', in: 'header' }),
    'tt',
  ],
  [
    'oauth no tokenUrl',
    scheme({ type: 'oauth2', flows: { clientCredentials: { scopes: {} } } }),
    scheme({ type: 'oauth2', flows: { clientCredentials: { scopes: {}, tokenUrl: 'https://x' } } }),
    'tt',
  ],
  [
    'openIdConnect',
    scheme({ type: 'openIdConnect' }),
    scheme({ type: 'openIdConnect', openIdConnectUrl: 'https://x' }),
    'tt',
  ],
  ['no change', scheme({ type: 'http' }), scheme({ type: 'http' }), 'nn'],
  [
    'url',
    body(choice({ cat: 'https://x/a.json', dog: '#/components/schemas/Dog' }), 'requestBody', kinds),
    body(choice({ cat: 'https://x/b.json', dog: '#/components/schemas/Dog' }), 'requestBody', kinds),
    'tt',
  ],
  [
    'url res',
    body(choice({ cat: 'https://x/a.json' }), 'responses', kinds),
    body(choice({ cat: 'https://x/b.json' }), 'responses', kinds),
    'tt',
  ],
  [
    'file',
    body(choice({ cat: 'a.json' }), 'responses', kinds),
    body(choice({ cat: 'b.json' }), 'responses', kinds),
    'tt',
  ],
  [
    'file#',
    body(choice({ cat: 'a.json#/Cat' }), 'responses', kinds),
    body(choice({ cat: 'b.json#/Cat' }), 'responses', kinds),
    'tt',
  ],
  [
    'rel',
    body(choice({ cat: './a.json' }), 'responses', kinds),
    body(choice({ cat: '../a.json' }), 'responses', kinds),
    'tt',
  ],
  [
    'base',
    body(base({ cat: 'https://x/a.json' }), 'responses', kinds),
    body(base({ cat: 'https://x/b.json' }), 'responses', kinds),
    'tt',
  ],
  [
    'gone',
    body(choice({ cat: 'https://x/a.json', dog: 'Dog' }), 'requestBody', kinds),
    body(choice({ dog: 'Dog' }), 'requestBody', kinds),
    't?',
  ],
  [
    'same',
    body(choice({ cat: 'https://x/a.json' }), 'responses', kinds),
    body(choice({ cat: 'https://x/a.json' }), 'responses', kinds),
    'nn',
  ],
  [
    'inside to outside',
    body(choice({ cat: '#/components/schemas/Cat' }), 'responses', kinds),
    body(choice({ cat: 'https://x/a.json' }), 'responses', kinds),
    'tt',
  ],
  [
    'unused scheme',
    scheme({ type: 'http', scheme: 'basic' }, false),
    scheme({ type: 'http', scheme: 'bearer' }, false),
    'ff',
  ],
  [
    'used scheme',
    scheme({ type: 'http', scheme: 'basic' }),
    scheme({ type: 'http', scheme: 'bearer' }),
    'bb',
  ],
  [
    'unused apiKey',
    scheme({ type: 'apiKey', in: 'header', name: 'a' }, false),
    scheme({ type: 'apiKey', in: 'query', name: 'a' }, false),
    'ff',
  ],
  [
    'root used',
    { ...scheme({ type: 'http', scheme: 'basic' }, false), security: [{ k: [] }] },
    { ...scheme({ type: 'http', scheme: 'bearer' }, false), security: [{ k: [] }] },
    'bb',
  ],
  [
    'unused flow gone',
    scheme(
      {
        type: 'oauth2',
        flows: {
          implicit: { authorizationUrl: 'https://x', scopes: {} },
          password: { tokenUrl: 'https://x', scopes: {} },
        },
      },
      false,
    ),
    scheme({ type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://x', scopes: {} } } }, false),
    'ff',
  ],
  ['multipart widen', parts('image/png'), parts('image/png, image/jpeg'), 'fb'],
  ['multipart range', parts('image/png'), parts('image/*'), 'fb'],
  ['multipart order', parts('image/png, image/jpeg'), parts('image/jpeg,image/png'), 'nn'],
  ['multipart absent', parts(), parts('image/png'), 'bb'],
  ['multipart any', parts(), parts('*/*'), 'fb'],
  ['multipart other', parts('image/png'), parts('image/gif'), 'bb'],
  [
    'base into paths',
    served('https://x/v1', ['/a', '/b/{c}']),
    served('https://x', ['/v1/a', '/v1/b/{c}']),
    'nn',
  ],
  ['base into paths slash', served('https://x/v1/', ['/a']), served('https://x/', ['/v1/a']), 'nn'],
  [
    'base two hosts',
    served(['https://x/v1', 'https://y/v1'], ['/a']),
    served(['https://x', 'https://y'], ['/v1/a']),
    'nn',
  ],
  ['base part', served('https://x/api/v1', ['/a']), served('https://x/api', ['/v1/a']), 'nn'],
  ['base relative', served('/v1', ['/a']), served('/', ['/v1/a']), 'nn'],
  ['base changed', served('https://x/v1', ['/a']), served('https://x/v2', ['/a']), 'bb'],
  ['base moved, host changed', served('https://x/v1', ['/a']), served('https://y', ['/v1/a']), 'bb'],
  ['base moved, one more', served('https://x/v1', ['/a']), served('https://x', ['/v1/a', '/v2/a']), 'fb'],
  ['base moved renamed', served('https://x/v1', ['/a/{b}']), served('https://x', ['/v1/a/{c}']), 'ff'],
  ...['2027-02-30', 'soon', '31/12/2027', '2027', 'Q4 2027'].map(
    (s): Row => [`valid -> ${s}`, sunset('2027-01-01'), sunset(s), 'ff'],
  ),
  ['valid -> none', sunset('2027-01-01'), sunset(undefined), 'bf'],
  ['refresh added', scheme(oauth({})), scheme(oauth({ refreshUrl: 'https://x/r' })), 'fb'],
  [
    'refresh changed',
    scheme(oauth({ refreshUrl: 'https://x/q' })),
    scheme(oauth({ refreshUrl: 'https://x/r' })),
    'bb',
  ],
]
