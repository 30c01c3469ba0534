import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { enrolWhenSignedIn } from '../../src/test-mode/second-factors.ts'
import { get, post, send } from '../support/http.ts'
import { signIn, tokensOf } from '../support/people.ts'
import { challengeFor } from '../support/second-factor.ts'
import { askTest, startTested } from '../support/test-mode.ts'

const service = await startTested()
const { test: client } = service

test('a person is there at once, signed in, confirmed, and with an empty mailbox', async () => {
  const { id, email, password, tokens } = await client.person()
  const account = await get(service, '/users/me', tokens.accessToken.token)
  assert.equal(account.status, 200)
  assert.deepEqual([account.body.id, account.body.email, account.body.emailVerified], [id, email, true])
  tokensOf(await signIn(service, { email, password }))
  assert.deepEqual(await client.mails({ to: email, wait: 0 }), [])
})

test('a person is as it was asked for', async () => {
  const wanted = {
    email: 'Ada@example.com',
    password: 'chosen by the test',
    verified: false,
    externalId: 'customer 7',
  }
  const { id, tokens, ...person } = await client.person(wanted)
  assert.deepEqual(person, { email: wanted.email, password: wanted.password })
  const { body } = await get(service, `/users/${id}`, tokens.accessToken.token)
  assert.deepEqual([body.email, body.emailVerified, body.externalId], [wanted.email, false, 'customer 7'])
})

test('the code of somebody is the one that works: that of now, and then the next', async () => {
  const { id, email, password, totp, backup } = await client.person({ twoFactor: 'totp' })
  assert.match(`${totp?.uri}`, new RegExp(`secret=${totp?.secret}`))
  assert.equal(backup?.length, 10)
  for (const asked of [id, email]) {
    const challenge = await challengeFor(service, { email, password })
    const code = await client.code(asked)
    const signedIn = { grant_type: 'two_factor', challenge, method: 'totp', code }
    tokensOf(await post(service, '/auth/token', signedIn))
  }
})

test('a half minute that ends while an app is set up is no wrong code', async () => {
  const { id, tokens } = await client.person()
  const times = [Date.now() - 30_000, Date.now() + 30_000]
  const given = {
    deps: { config: parseConfig({}), now: () => times.shift() ?? 0 },
    parts: { passkeys: new Map() },
    ask: (method: string, path: string, body: object, token?: string) =>
      send(service, method, path, { body, ...(token !== undefined && { token }) }),
  }
  const { totp } = await enrolWhenSignedIn(given, 'totp', { id, token: tokens.accessToken.token })
  assert.deepEqual([typeof totp?.secret, times], ['string', []])
})

test('a third code within thirty seconds is not handed out', async () => {
  const person = await client.person({ twoFactor: 'totp' })
  const use = async () => {
    const challenge = await challengeFor(service, person)
    const code = await client.code(person.id)
    return post(service, '/auth/token', { grant_type: 'two_factor', challenge, method: 'totp', code })
  }
  // two, and another if the clock comes to its next half minute meanwhile
  const path = `/test/people/${person.id}/totp`
  let refused = await askTest(service, 'GET', path)
  while (refused.status === 200) {
    tokensOf(await use())
    refused = await askTest(service, 'GET', path)
  }
  assert.deepEqual([refused.status, refused.body.code], [409, 'codes_spent'])
  assert.match(refused.body.message, /PT30S/)
  await client.advance('PT30S')
  tokensOf(await use())
})

test('a code of a secret is that of an app, whatever it was set up with', async () => {
  const { id, tokens } = await client.person()
  const { token } = tokens.accessToken
  const path = `/users/${id}/settings/2fa`
  const begun = await post(service, path, undefined, { token })
  const code = await client.codeOf(begun.body.secret)
  const confirmed = await send(service, 'PATCH', path, { token, body: { code } })
  assert.equal(confirmed.status, 200, confirmed.text)
})

test('a person with a passkey signs in by it', async () => {
  const { email, password, passkey } = await client.person({ twoFactor: 'passkey' })
  const challenge = await challengeFor(service, { email, password })
  const asked = await post(service, '/auth/passkeys/challenge', { challenge })
  const credential = await client.passkey(asked.body)
  assert.equal((credential as { id: string }).id, passkey?.id)
  const signedIn = { grant_type: 'two_factor', challenge, method: 'passkey', credential }
  tokensOf(await post(service, '/auth/token', signedIn))
})

test('a passkey is made and used by the options of the interface', async () => {
  const { id, tokens } = await client.person()
  const { token } = tokens.accessToken
  const path = `/users/${id}/passkeys`
  const { body: creation } = await post(service, path, undefined, { token })
  const credential = await client.passkey(creation.publicKey)
  const added = await send(service, 'PUT', path, { token, body: { credential } })
  assert.equal(added.status, 201, added.text)
  const { body: request } = await post(service, '/auth/passkeys/challenge')
  const assertion = await client.passkey(request)
  tokensOf(await post(service, '/auth/token', { grant_type: 'passkey', credential: assertion }))
})

test('a key for a service checks tokens', async () => {
  const { id, tokens } = await client.person()
  const key = await client.serviceKey('introspect')
  const asked = { token: tokens.accessToken.token }
  const answer = await post(service, '/auth/introspect', asked, { token: key })
  assert.deepEqual([answer.status, answer.body.active, answer.body.sub], [200, true, id])
})

test('who is refused leaves no account, so that the next try makes one', async () => {
  await client.person({ externalId: 'customer 8' })
  const unconfirmed = { verified: false, twoFactor: 'totp' }
  const cases: [settings: Environment, wanted: object, status: number][] = [
    [{}, { externalId: 'customer 8' }, 409],
    [{ EMAIL_VERIFICATION: 'required' }, unconfirmed, 400],
    [{ REGISTRATION: 'invited' }, { password: 'short' }, 422],
  ]
  const email = 'again@example.com'
  for (const [settings, wanted, status] of cases) {
    const strict = Object.keys(settings).length > 0 ? await startTested(settings) : service
    const refused = await askTest(strict, 'POST', '/test/people', { email, ...wanted })
    assert.equal(refused.status, status, JSON.stringify([settings, refused.body]))
    assert.equal((await strict.test.person({ email })).email, email)
  }
})

test('what is wrong with a request is said as everywhere', async () => {
  const wrong: [method: string, path: string, body: unknown, status: number, found: unknown][] = [
    ['POST', '/test/people', { email: 'nobody', verified: true }, 422, ['email', 'email']],
    ['POST', '/test/people', { verified: 'yes' }, 422, ['verified', 'boolean']],
    ['POST', '/test/people', { twoFactor: 'sms' }, 422, ['twoFactor', 'enum']],
    ['POST', '/test/service-keys', { scopes: ['everything'] }, 422, ['scopes.0', 'enum']],
    ['POST', '/test/passkey', { options: { rp: {} } }, 400, 'bad_request'],
    ['POST', '/test/passkey', {}, 422, ['options', 'required']],
    ['GET', '/test/people/nobody@example.com/totp', undefined, 404, 'not_found'],
    ['POST', '/test/people', { externalId: '' }, 422, ['externalId', 'externalId']],
    ['POST', '/test/people', { externalId: 'x'.repeat(129) }, 422, ['externalId', 'externalId']],
    ['GET', '/test/totp', undefined, 400, 'bad_request'],
    ['GET', '/test/totp?secret=', undefined, 400, 'bad_request'],
    ['GET', '/test/totp?secret=1', undefined, 400, 'bad_request'],
    ['GET', '/test/mails?wait=600', undefined, 422, ['wait', 'range']],
    ['GET', '/test/nothing', undefined, 404, 'not_found'],
    ['PATCH', '/test/people', {}, 405, 'method_not_allowed'],
  ]
  for (const [method, path, body, status, found] of wrong) {
    const answer = await askTest(service, method, path, body)
    const [fault] = Array.isArray(answer.body) ? answer.body : []
    const told = fault ? [fault.field, fault.rule] : answer.body.code
    assert.deepEqual([answer.status, told], [status, found], `${method} ${path}`)
  }
  const { email } = await client.person()
  const taken = await askTest(service, 'POST', '/test/people', { email })
  assert.deepEqual([taken.status, taken.body[0].rule], [422, 'database.unique'])
})
