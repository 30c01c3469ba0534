import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { isVerdict } from './decided.ts'
import { isPassing, Offline } from './refused.ts'
import { createAuthenticator, withSession } from './server/authenticate.ts'
import { createTokenChecker } from './server/tokens/checker.ts'

const url = 'https://accounts.example.com'
const bearer = new Headers({ Authorization: 'Bearer sp_at_x' })

/** What a proxy between may answer in the place of the service. */
const odd = [
  ['', 204],
  ['', 200],
  ['null', 200],
  ['{}', 200],
  ['[]', 200],
  ['"ok"', 200],
  ['{"id":""}', 200],
  ['{"id":1}', 200],
  ['{"accessToken":{},"refreshToken":{"token":"x"}}', 200],
  ['{"results":[]}', 200],
  ['{"results":[{}]}', 200],
  ['{"results":[{"active":"true"}]}', 200],
  ['{"results":[{"active":true}]}', 200],
  ['<p>Welcome</p>', 200],
] as const

for (const [body, status] of odd)
  test(`a ${status} with ${body || 'nothing'} decides nothing`, async () => {
    const fetch = async () => new Response(status === 204 ? null : body, { status })
    const options = { url, fetch }
    await assert.rejects(createAuthenticator(options)({ headers: bearer }), Offline)
    const handled = withSession(options, () => new Response('let in'))
    assert.equal((await handled(new Request(url, { headers: bearer }))).status, 503)
    const checker = createTokenChecker({ ...options, serviceKey: 'sp_sk_x' })
    await assert.rejects(checker.check({ headers: bearer }), (error) => isPassing(error))
    checker.close()
    const client = createClient({ ...options, storage: 'memory' })
    await assert.rejects(client.signIn({ email: 'ada@example.com', password: 'x' }), Offline)
    await assert.rejects(client.register({ email: 'ada@example.com', password: 'x' }), Offline)
  })

const person = { email: 'ada@example.com', password: 'x' }
const pair = { accessToken: { token: 'sp_at_x' }, refreshToken: { token: 'sp_rt_x' } }
const required = { code: 'two_factor_enrolment_required', challenge: 'sp_ce_x', methods: ['totp'] }

for (const [body, status] of odd) {
  /** A client that gets one answer, and odd ones from then on. */
  const startWith = (first: Response, account?: object) => {
    const answers = [first]
    const fetch = async (target: string | URL | Request) => {
      if (account && `${target}`.endsWith('/users/me')) return Response.json(account)
      return answers.shift() ?? new Response(status === 204 ? null : body, { status })
    }
    return createClient({ url, fetch, storage: 'memory' })
  }

  test(`even after a right password, a ${status} with ${body || 'nothing'} decides nothing`, async () => {
    await assert.rejects(startWith(Response.json(pair)).signIn(person), Offline)
    const client = startWith(Response.json(required, { status: 403 }))
    const step = await client.signIn(person)
    assert.ok(step.state === 'two_factor_enrolment')
    await assert.rejects(step.confirm('123456'), Offline)
    assert.equal(await client.isSignedIn(), false)
  })

  test(`a ${status} with ${body || 'nothing'} signs nobody in as the previous user`, async () => {
    const client = startWith(Response.json(pair), { id: 'the first person' })
    await client.signIn(person)
    await assert.rejects(client.signIn(person), Offline)
    await assert.rejects(client.register(person), Offline)
    assert.equal((await client.account.get()).id, 'the first person')
  })
}

test('a token counts as active only if everything that proves it is present', () => {
  const whole = { active: true, sub: 'u', sid: 's', exp: 2, auth_time: 1 }
  assert.ok(isVerdict(whole) && isVerdict({ active: false }))
  for (const part of Object.keys(whole)) assert.ok(!isVerdict({ ...whole, [part]: undefined }), part)
})
