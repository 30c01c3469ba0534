import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../client.ts'
import { createAuthenticator } from './authenticate.ts'
import { createBff } from './bff.ts'
import { createTokenChecker } from './tokens/checker.ts'

const url = 'https://accounts.example.com'
const [key, origin] = ['k'.repeat(32), 'https://shop.example.com']

/** What is refused, and the words. */
const wrong: [() => unknown, string][] = [
  [
    () => createBff({ url: 'localhost:4300', key, origin }),
    `createBff: url must be an address such as ${url}. It is "localhost:4300".`,
  ],
  [
    () => createBff({ url, issuer: 'accounts', key, origin }),
    `createBff: issuer must be an address such as ${url}. It is "accounts".`,
  ],
  [
    () => createBff({ url, origin } as never),
    'createBff: key must have 32 characters or more: openssl rand -base64 32 makes one. It is undefined.',
  ],
  [
    () => createBff({ url, key: [key, 'short'], origin }),
    'createBff: key must have 32 characters or more: openssl rand -base64 32 makes one.',
  ],
  [
    () => createBff({ url, key, origin: `${origin}/start` }),
    `createBff: origin must be the origin of your application and nothing more, such as ${origin}. It is "${origin}/start".`,
  ],
  [
    () => createBff({ url, key, origin, upstreams: { '/api': '127.0.0.1:8080' } }),
    `createBff: upstreams must have an address for each path, such as { '/api': 'http://127.0.0.1:8080' }. It is {"/api":"127.0.0.1:8080"}.`,
  ],
  [
    () => createBff({ url, key, origin, basePath: 'auth/' }),
    'createBff: basePath must be a path without a slash at its end, such as /auth. It is "auth/".',
  ],
  [() => createClient({} as never), 'url or origins is not like https://accounts.example.com: undefined'],
  [
    () => createClient({ url, origins: ['localhost:8080'] }),
    'url or origins is not like https://accounts.example.com: localhost:8080',
  ],
  [
    () => createAuthenticator({ url: '' }),
    `createAuthenticator: url must be an address such as ${url}. It is "".`,
  ],
  [
    () => createTokenChecker({ url } as never),
    'createTokenChecker: serviceKey must be a key that `npx sallyport keys add` made, such as sp_sk_…. It is undefined.',
  ],
]

test('a wrong option is reported by name with what it must be, and never with a secret', () => {
  for (const [create, message] of wrong) assert.throws(create, { name: 'TypeError', message })
})

test('origins are accepted as browsers and people write them', () => {
  for (const written of [origin, `${origin}/`, 'http://localhost:3000', 'HTTPS://Shop.example.com'])
    createBff({ url, key, origin: written })
})
