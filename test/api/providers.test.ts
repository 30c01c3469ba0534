import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { test } from 'node:test'
import { parseConfig } from '../../src/config/config.ts'
import { configuredProviders } from '../../src/credentials/identities/providers/configured.ts'
import { providerKinds } from '../../src/credentials/identities/providers/index.ts'
import { signInWith, startFederated } from '../support/federation.ts'
import { get } from '../support/http.ts'
import { exchange, newEmail, tokensOf } from '../support/people.ts'
import type { Faults } from '../support/provider.ts'

const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p8 = appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const service = await startFederated({
  github: {},
  apple: { CLIENT_SECRET: p8.replaceAll('\n', '\\n'), TEAM_ID: 'TEAM', KEY_ID: 'KEY' },
  twitch: {},
  microsoft: {},
})
const { github, apple, twitch } = service.providers

const accountOf = async (provider: 'github' | 'apple' | 'twitch' | 'microsoft', person: string) => {
  const { code, error } = await signInWith(service, provider, person)
  const { accessToken } = tokensOf(await exchange(service, String(code ?? error)))
  return (await get(service, '/users/me', accessToken)).body
}

test('GitHub’s user and primary address come from its own endpoints', async () => {
  const [email, publicEmail] = [newEmail(), newEmail()]
  const people: Record<string, unknown> = {
    '/api/v3/user': { id: 583231, login: 'octocat', email: publicEmail },
    '/api/v3/user/emails': [
      { email: publicEmail, primary: false, verified: true },
      { email, primary: true, verified: true },
    ],
  }
  const asked: string[] = []
  let refused = 0
  github.faults = {
    // the same server, by GitHub’s paths, and it takes no notice of a nonce
    answer: (request, response) => {
      const { url = '', headers } = request
      const path = url.replace(/\?.*/, '')
      if (refused && path === '/api/v3/user/emails') {
        response.writeHead(refused).end()
        return true
      }
      if (people[path]) {
        asked.push(`${path} ${headers.authorization === `Bearer ${github.tokens.at(-1)}`}`)
        response.end(JSON.stringify(people[path]))
        return true
      }
      request.url = url
        .replace('/login/oauth/authorize', '/auth')
        .replace('/login/oauth/access_token', '/token')
        .replace(/&nonce=[^&]*/, '')
      return false
    },
    // it does not say who it is
    location: (location) => location.replace(/&iss=[^&]*/, ''),
  }
  const account = await accountOf('github', 'octocat')
  assert.deepEqual([account.email, account.emailVerified], [email, true])
  assert.deepEqual(asked, ['/api/v3/user true', '/api/v3/user/emails true'])

  // its number is the person, whatever becomes of the addresses
  people['/api/v3/user/emails'] = [{ email: newEmail(), primary: true, verified: false }]
  assert.equal((await accountOf('github', 'octocat')).id, account.id)

  // without the permission to read addresses, whoever is linked is in, and a stranger is told what is missing
  for (const status of [403, 404, 503]) {
    refused = status
    people['/api/v3/user'] = { id: 583231 }
    assert.equal((await accountOf('github', 'octocat')).id, account.id)
    people['/api/v3/user'] = { id: status }
    assert.equal((await signInWith(service, 'github', 'stranger')).error, 'email_required')
    assert.match(service.logs.slice(-3).join(), new RegExp(`"github".*user/emails answered ${status}`))
  }
})

test('Apple gets a secret signed for it, and answers with a form', async () => {
  const secrets: string[] = []
  apple.faults = {
    request: (path, body) => {
      if (path !== '/token') return body
      const form = new URLSearchParams(body)
      secrets.push(String(form.get('client_secret')))
      form.set('client_secret', 'the secret of apple')
      return form.toString()
    },
  }
  const subject = randomUUID()
  const email = newEmail()
  apple.people.set(subject, { email, email_verified: true })
  assert.equal((await accountOf('apple', subject)).email, email)
  assert.ok(apple.requests.includes('GET /auth'))

  const [header = '', claims = '', signature = ''] = String(secrets[0]).split('.')
  const key = { key: createPublicKey(appleKey.privateKey), dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.deepEqual(read(header), { alg: 'ES256', kid: 'KEY' })
  const { iat, exp, ...others } = read(claims)
  assert.deepEqual(others, { iss: 'TEAM', aud: apple.issuer, sub: 'sallyport' })
  assert.ok(exp - iat === 300 && Math.abs(iat - Date.now() / 1_000) < 60)
})

test('Apple’s and Microsoft’s own spellings of a verified address are understood, both ways', async () => {
  const says: Record<'apple' | 'microsoft', (claim: unknown) => object> = {
    apple: (email_verified) => ({ email_verified }),
    microsoft: (xms_edov) => ({ tid: 'tenant', xms_edov, email_verified: undefined }),
  }
  for (const [id, claimsOf] of Object.entries(says) as [keyof typeof says, (claim: unknown) => object][]) {
    const provider = service.providers[id]
    const isVerified = async (claim: unknown) => {
      const subject = randomUUID()
      provider.people.set(subject, { email: newEmail(), email_verified: true })
      provider.faults.idToken = (claims) => provider.sign({ ...claims, ...claimsOf(claim) })
      return (await accountOf(id, subject)).emailVerified
    }
    for (const yes of [true, 'true', ...(id === 'microsoft' ? ['1', 1] : [])])
      assert.equal(await isVerified(yes), true, `${id} ${yes}`)
    for (const no of [false, 'false', '0', 0, undefined])
      assert.equal(await isVerified(no), false, `${id} ${no}`)
    delete provider.faults.idToken
  }
})

test('Twitch’s list of scopes is understood, and the address requested for its token', async () => {
  const asked: string[] = []
  const faults: Faults = {
    answer: ({ url = '' }) => {
      if (url.startsWith('/auth?')) asked.push(String(new URL(url, twitch.issuer).searchParams.get('claims')))
      return false
    },
    tokens: ({ scope, ...answer }) => ({ ...answer, scope: String(scope).split(' ') }),
  }
  twitch.faults = faults
  const subject = randomUUID()
  twitch.people.set(subject, { email: newEmail(), email_verified: true })
  assert.ok((await accountOf('twitch', subject)).emailVerified)
  assert.deepEqual(JSON.parse(asked[0] as string), { id_token: { email: null, email_verified: null } })
})

const base = {
  PUBLIC_URL: 'https://accounts.example.com',
  OAUTH_REDIRECT_URIS: 'https://app.example.com/signed-in',
}
const configured = (settings: Record<string, string>) =>
  configuredProviders({ config: parseConfig({ ...base, ...settings }), now: Date.now })

test('every ready-made provider needs an id and a secret, and most need nothing else', () => {
  for (const id of Object.keys(providerKinds)) {
    const name = `OAUTH_${id.toUpperCase()}`
    const settings = {
      OAUTH_PROVIDERS: id,
      [`${name}_CLIENT_ID`]: 'id',
      [`${name}_CLIENT_SECRET`]: id === 'apple' ? p8 : 'secret',
      ...(id === 'apple' && { [`${name}_TEAM_ID`]: 'T', [`${name}_KEY_ID`]: 'K' }),
    }
    assert.equal(configured(settings).get(id)?.id, id)
  }
})

test('OAuth 2 providers get state, PKCE and the scopes for the address', async () => {
  const proofs = { state: 'the state', nonce: 'the nonce', codeVerifier: 'v'.repeat(43) }
  for (const id of ['discord', 'facebook', 'github', 'linkedin', 'spotify', 'x']) {
    const name = `OAUTH_${id.toUpperCase()}`
    const providers = configured({
      OAUTH_PROVIDERS: id,
      [`${name}_CLIENT_ID`]: 'our id',
      [`${name}_CLIENT_SECRET`]: 'our secret',
    })
    const url = new URL(
      (await providers.get(id)?.authorizationUrl('https://us.example/cb', proofs)) as string,
    )
    assert.equal(url.protocol, 'https:')
    const { scope, code_challenge, ...others } = Object.fromEntries(url.searchParams)
    assert.match(scope as string, /mail/)
    assert.match(code_challenge as string, /^[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(others, {
      client_id: 'our id',
      redirect_uri: 'https://us.example/cb',
      response_type: 'code',
      state: 'the state',
      nonce: 'the nonce',
      code_challenge_method: 'S256',
    })
  }
})

/** Settings that are wrong, and what the start says of them. */
const faults: [settings: Record<string, string>, words: RegExp][] = [
  [{ OAUTH_PROVIDERS: 'google' }, /OAUTH_GOOGLE_CLIENT_ID: is needed/],
  [{ OAUTH_PROVIDERS: 'github', OAUTH_GITHUB_CLIENT_ID: 'a' }, /OAUTH_GITHUB_CLIENT_SECRET: is needed/],
  [{ OAUTH_PROVIDERS: 'acme', OAUTH_ACME_CLIENT_ID: 'a' }, /OAUTH_ACME_ISSUER: is needed/],
  [
    { OAUTH_PROVIDERS: 'acme', OAUTH_ACME_ISSUER: 'http://acme.example', OAUTH_ACME_CLIENT_ID: 'a' },
    /OAUTH_ACME_ISSUER: must be an https address/,
  ],
  [
    {
      OAUTH_PROVIDERS: 'acme',
      OAUTH_ACME_ISSUER: 'https://acme.example/.well-known/openid-configuration',
      OAUTH_ACME_CLIENT_ID: 'a',
    },
    /OAUTH_ACME_ISSUER: must be an https address/,
  ],
  [
    { OAUTH_PROVIDERS: 'google', OAUTH_GOOGLE_CLIENT_ID: 'a', OAUTH_GOOGLE_CLIENT_SECRETT: 'b' },
    /OAUTH_GOOGLE_CLIENT_SECRETT is not a setting/,
  ],
  [
    {
      OAUTH_PROVIDERS: 'apple',
      OAUTH_APPLE_CLIENT_ID: 'a',
      OAUTH_APPLE_CLIENT_SECRET: 'no key',
      OAUTH_APPLE_TEAM_ID: 'T',
      OAUTH_APPLE_KEY_ID: 'K',
    },
    /OAUTH_APPLE_CLIENT_SECRET: must be the private key/,
  ],
  [{ OAUTH_PROVIDERS: 'Acme' }, /OAUTH_PROVIDERS: Acme cannot/],
  [{ OAUTH_PROVIDERS: 'password' }, /OAUTH_PROVIDERS: password cannot/],
  [{ OAUTH_PROVIDERS: 'acme,acme' }, /OAUTH_PROVIDERS: names the same provider twice/],
  [{ OAUTH_PROVIDERS: 'acme', PUBLIC_URL: '' }, /PUBLIC_URL: is needed with OAUTH_PROVIDERS/],
  [{ OAUTH_PROVIDERS: 'acme', PUBLIC_URL: 'http://example.com' }, /PUBLIC_URL: must be https/],
  [{ OAUTH_PROVIDERS: 'acme', OAUTH_REDIRECT_URIS: '' }, /OAUTH_REDIRECT_URIS: is needed/],
  [
    { OAUTH_REDIRECT_URIS: 'http://app.example.com/' },
    /OAUTH_REDIRECT_URIS: http:\/\/app.example.com\/ must be/,
  ],
  [{ OAUTH_REDIRECT_URIS: 'javascript:alert(1)' }, /OAUTH_REDIRECT_URIS: javascript/],
  [{ OAUTH_REDIRECT_URIS: 'https://app.example.com/#x' }, /OAUTH_REDIRECT_URIS: https/],
  [{ OAUTH_REDIRECT_URIS: '*' }, /OAUTH_REDIRECT_URIS: \* must be/],
]

test('wrong settings stop the start and are named', () => {
  for (const [settings, words] of faults) assert.throws(() => configured(settings), words)
})
