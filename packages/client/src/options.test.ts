import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { createAuthenticator } from './server/authenticate.ts'
import { createBff } from './server/bff.ts'
import { createTokenChecker } from './server/tokens/checker.ts'

const url = 'https://accounts.example.com'
const [key, origin] = ['k'.repeat(32), 'https://shop.example.com']

/** What is refused, and the words. */
const wrong: [() => unknown, string][] = [
  [() => createClient({} as never), `createClient: url must be an address such as ${url}. It is undefined.`],
  [
    () => createClient({ url: 'localhost:4300' }),
    `createClient: url must be an address such as ${url}. It is "localhost:4300".`,
  ],
  [
    () => createClient({ url, issuer: 'accounts' }),
    `createClient: issuer must be an address such as ${url}. It is "accounts".`,
  ],
  [
    () => createClient({ url, origins: url as never }),
    `createClient: origins must be a list of addresses such as ['https://api.example.com']. It is "${url}".`,
  ],
  [
    () => createClient({ url, storage: 'local' as never }),
    `createClient: storage must be 'memory', or have what localStorage has. It is "local".`,
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
    () => createAuthenticator({ url: '' }),
    `createAuthenticator: url must be an address such as ${url}. It is "".`,
  ],
  [
    () => createTokenChecker({ url } as never),
    'createTokenChecker: serviceKey must be a key that `npx sallyport keys add` made, such as sp_sk_…. It is undefined.',
  ],
]

test('a wrong option is named where it is given, with what it has to be, and a secret is not shown', () => {
  for (const [create, message] of wrong) assert.throws(create, { name: 'TypeError', message })
})

test('an address to come back to is whole, or the browser is sent nowhere', async () => {
  const sallyport = createClient({ url, storage: 'memory' })
  await assert.rejects(sallyport.startRedirect({ redirectUri: '/signed-in' }), {
    message: /^startRedirect: redirectUri must be a whole address of OAUTH_REDIRECT_URIS/,
  })
})

test('origins are taken as browsers and people write them', () => {
  for (const written of [origin, `${origin}/`, 'http://localhost:3000', 'HTTPS://Shop.example.com'])
    createBff({ url, key, origin: written })
})
