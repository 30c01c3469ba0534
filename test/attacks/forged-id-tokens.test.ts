import assert from 'node:assert/strict'
import { createSecretKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { exportJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { signInWith, startFederated } from '../support/federation.ts'
import { exchange, newEmail, tokensOf } from '../support/people.ts'
import { countRows } from '../support/rows.ts'

const service = await startFederated({ acme: {} })
const { acme } = service.providers
const { sign } = acme
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const strangerJwk = { ...(await exportJWK(stranger.publicKey)), kid: 'the-key', alg: 'ES256' }
const nowSeconds = Math.floor(Date.now() / 1_000)

const person = () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  return subject
}

const without = (claims: JWTPayload, name: string) => ({ ...claims, [name]: undefined })
const symmetric = (claims: JWTPayload, secret: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'the-key' })
    .sign(createSecretKey(Buffer.from(secret)))
const byStranger = (claims: JWTPayload, header: object) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'the-key', ...header })
    .sign(stranger.privateKey)

const forgeries: Record<string, (claims: JWTPayload) => string | Promise<string>> = {
  'another issuer': (claims) => sign({ ...claims, iss: 'https://accounts.example.com' }),
  'an issuer with a slash more': (claims) => sign({ ...claims, iss: `${claims.iss}/` }),
  'no issuer': (claims) => sign(without(claims, 'iss')),
  'alg none': (claims) => new UnsecuredJWT(claims).encode(),
  'HS256 by the public key': (claims) => symmetric(claims, JSON.stringify(acme.publicJwk)),
  'HS256 by the client secret': (claims) => symmetric(claims, 'the secret of acme'),
  'a stranger’s key': (claims) => byStranger(claims, {}),
  'a stranger’s key in the header': (claims) => byStranger(claims, { jwk: strangerJwk }),
  'a stranger’s keys by address': (claims) => byStranger(claims, { jku: `${acme.issuer}/strangers-keys` }),
  'an unknown key id': (claims) => sign(claims, { kid: 'another-key' }),
  'a broken signature': async (claims) => (await sign(claims)).replace(/.{8}$/, 'AAAAAAAA'),
  'another audience': (claims) => sign({ ...claims, aud: 'somebody-else' }),
  'no audience': (claims) => sign(without(claims, 'aud')),
  'two audiences and nobody authorised': (claims) => sign({ ...claims, aud: ['sallyport', 'somebody-else'] }),
  'two audiences and another authorised': (claims) =>
    sign({ ...claims, aud: ['sallyport', 'somebody-else'], azp: 'somebody-else' }),
  'no expiry': (claims) => sign(without(claims, 'exp')),
  'an expiry in the past': (claims) => sign({ ...claims, exp: nowSeconds - 3_600 }),
  'an expiry as text': (claims) => sign({ ...claims, exp: String(claims.exp) as never }),
  'no time of issue': (claims) => sign(without(claims, 'iat')),
  'a beginning in the future': (claims) => sign({ ...claims, nbf: nowSeconds + 3_600 }),
  'another nonce': (claims) => sign({ ...claims, nonce: 'another' }),
  'no nonce': (claims) => sign(without(claims, 'nonce')),
  'no subject': (claims) => sign(without(claims, 'sub')),
  'an empty subject': (claims) => sign({ ...claims, sub: '' }),
  'a subject with a line break': (claims) => sign({ ...claims, sub: 'a\nb' }),
  'no token at all': () => '',
  'no JWT': () => 'a.b.c',
  'an encrypted one': async (claims) => `${await sign(claims)}.e.f`,
}

test('an ID token that the provider signs is taken', async () => {
  acme.faults.idToken = (claims) => sign(claims)
  const { code, error } = await signInWith(service, 'acme', person())
  tokensOf(await exchange(service, String(code ?? error)))
})

for (const [name, forge] of Object.entries(forgeries)) {
  test(`an ID token with ${name} signs nobody in`, async () => {
    const before = await countRows(service)
    acme.faults.idToken = forge
    const { code, error } = await signInWith(service, 'acme', person())
    assert.deepEqual([code, error], [undefined, 'server_error'])
    const { events, key_ids, ...rows } = await countRows(service)
    assert.deepEqual({ ...rows, events, key_ids }, { ...before, events: before.events! + 1 })
  })
}

test('an ID token of an earlier sign-in is not accepted again', async () => {
  let earlier = ''
  const subject = person()
  acme.faults.idToken = async (claims) => (earlier ||= await sign(claims))
  assert.ok((await signInWith(service, 'acme', subject)).code)
  assert.equal((await signInWith(service, 'acme', subject)).error, 'server_error')
})

test('no keys are fetched from addresses named in a token', () => {
  assert.ok(!acme.requests.some((line) => line.includes('strangers-keys')))
})
