import assert from 'node:assert/strict'
import { test } from 'node:test'
import { many } from '../../src/db/db.ts'
import { sql } from '../../src/db/sql.ts'
import { counted } from '../support/counted.ts'
import { get } from '../support/http.ts'
import { newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const second = await startSecond(service)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const guess = (email: string, headers: Record<string, string>) => ({
  path: '/auth/token',
  body: { grant_type: 'password', email, password: 'a wrong password' },
  headers,
})

const attemptsOf = (subject: string) =>
  many<{ count: number }>(service.deps.db, sql`select count from attempts where subject = ${subject}`)

test('sixty wrong passwords at the same moment, on two services: no more than the free ones are looked at', async () => {
  const nodes = await Promise.all(
    [service, second].map(async (node) => {
      const { work, parts } = counted(node.deps)
      return { work, app: await startVariant(node, parts) }
    }),
  )
  const person = await register(service, from('203.0.113.1'))
  const started = performance.now()
  const answers = await race(
    nodes.map(({ app }) => app),
    60,
    (index) => guess(person.email, { 'x-forwarded-for': `198.51.100.${index}` }),
  )
  const { 401: looked = 0, 429: refused = 0, ...others } = statusesOf(answers)
  // another one is due after a second, and the next after two more
  const most = 10 + Math.floor(Math.log2((performance.now() - started) / 1_000 + 1))
  assert.ok(looked >= 10 && looked <= most, `${looked} passwords were looked at`)
  assert.equal(looked + refused, 60)
  assert.deepEqual(others, {})
  assert.equal(
    nodes.reduce((sum, { work }) => sum + work.hashes, 0),
    looked,
  )
  assert.deepEqual(await attemptsOf(person.userId), [{ count: looked }])
})

test('the right password opens nothing once the free ones are gone', async () => {
  const person = await register(service, from('203.0.113.2'))
  await race([service, second], 50, () => guess(person.email, { 'x-forwarded-for': '198.51.100.70' }))
  await service.deps.db.run(
    sql`update attempts set last_at = now(), count = 16 where subject = ${person.userId}`,
  )
  const right = { path: '/auth/token', body: { grant_type: 'password', ...person } }
  const answers = await race([service, second], 50, (index) => ({
    ...right,
    headers: { 'x-forwarded-for': `192.0.2.${index}` },
  }))
  assert.deepEqual(statusesOf(answers), { 429: 50 })
  const { body: sessions } = await get(service, `/users/${person.userId}/sessions`, person.accessToken)
  assert.equal(sessions.length, 1)
})

test('one address cannot try one password on many accounts', async () => {
  const answers = await race([service, second], 60, () =>
    guess(newEmail(), { 'x-forwarded-for': '198.51.100.80' }),
  )
  assert.deepEqual(statusesOf(answers), { 401: 30, 429: 30 })
})

test('a thousand addresses cannot try a thousand passwords on one account', async () => {
  const { email } = await register(service, from('203.0.113.3'))
  const answers = []
  for (let index = 0; index < 11; index++) {
    answers.push(await signIn(service, { email, password: 'wrong' }, from(`2001:db8:${index}::1`)))
  }
  assert.deepEqual(statusesOf(answers), { 401: 10, 429: 1 })
})

test('an account is one however its address is spelt', async () => {
  for (const { userId } of [
    await register(service, { email: 'zoé@bücher.example', ...from('203.0.113.4') }),
  ]) {
    const spellings = [
      'ZOÉ@BÜCHER.EXAMPLE',
      ' zoe\u0301@xn--bcher-kva.example',
      'Zoé@XN--BCHER-KVA.Example\n',
    ]
    const answers = []
    for (let index = 0; index < 11; index++) {
      answers.push(await signIn(service, { email: spellings[index % 3]!, password: 'wrong' }))
    }
    assert.deepEqual(statusesOf(answers), { 401: 10, 429: 1 })
    assert.deepEqual(await attemptsOf(userId), [{ count: 10 }])
  }
})

test('an address without an account is one too, however it is spelt', async () => {
  const answers = []
  for (let index = 0; index < 11; index++) {
    const email = index % 2 ? 'NOBODY@BÜCHER.EXAMPLE' : 'nobody@xn--bcher-kva.example'
    answers.push(await signIn(service, { email, password: 'wrong' }))
  }
  assert.deepEqual(statusesOf(answers), { 401: 10, 429: 1 })
})

test('whatever strangers do, the owner’s sessions go on and the owner gets in from where they were before', async () => {
  const owner = await register(service, from('203.0.113.5'))
  await race([service, second], 50, () => guess(owner.email, { 'x-forwarded-for': '198.51.100.90' }))
  await service.deps.db.run(
    sql`update attempts set count = 1000, last_at = now() where subject = ${owner.userId}`,
  )
  assert.equal((await get(service, '/users/me', owner.accessToken)).status, 200)
  const next = tokensOf(await refresh(service, owner.refreshToken, from('192.0.2.77')))
  assert.equal((await get(service, '/users/me', next.accessToken)).status, 200)
  assert.equal((await signIn(service, owner, from('203.0.113.5'))).status, 200)
  const elsewhere = await signIn(service, owner, from('192.0.2.77'))
  assertRefused(elsewhere, 429, 'too_many_attempts')
  assert.ok(
    Number(elsewhere.headers.get('retry-after')) <= 900,
    'and nothing that a stranger does lasts longer',
  )
})
