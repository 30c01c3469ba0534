import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type JWTPayload, SignJWT } from 'jose'
import { signInWith, startFederated } from '../support/federation.ts'
import { newEmail } from '../support/people.ts'

const service = await startFederated({ acme: {} })
const { acme } = service.providers

const person = () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  return subject
}

const published: object[] = [acme.publicJwk]
let fetched = 0
acme.faults.answer = ({ url = '' }, response) => {
  if (url !== '/jwks') return false
  fetched++
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: published }))
  return true
}

const newKey = (kid: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
  return { jwk, sign }
}

test('a new key is fetched at once, and an unpublished one at most every few seconds', async () => {
  assert.ok((await signInWith(service, 'acme', person())).code)
  assert.ok((await signInWith(service, 'acme', person())).code)
  assert.equal(fetched, 1)

  const { jwk, sign } = newKey('the-next')
  acme.faults.idToken = sign
  published.splice(0, 1, jwk)
  await new Promise((resolve) => setTimeout(resolve, 3_100))
  const { code, error } = await signInWith(service, 'acme', person())
  assert.ok(code, String(error))
  assert.equal(fetched, 2)

  acme.faults.idToken = newKey('a-stranger').sign
  for (let n = 0; n < 5; n++)
    assert.equal((await signInWith(service, 'acme', person())).error, 'server_error')
  assert.ok(fetched <= 3)
})
