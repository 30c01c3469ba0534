import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { counted } from '../support/counted.ts'
import { get } from '../support/http.ts'
import { newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const second = await startSecond(service)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const guess = (email: string, headers: Record<string, string>) => ({
  path: '/auth/token',
  body: { grant_type: 'password', email, password: 'a wrong password' },
  headers,
})

/** By the address, whether it has an account or not. */
const subject = (email: string) => subjectOf.email(canonicalEmail(email)?.canonical ?? '')
const attemptsOn = (email: string) =>
  many<{ count: number }>(service.deps.db, sql`select count from attempts where subject = ${subject(email)}`)

test('of sixty wrong passwords at the same moment on two services, only the free ones are checked', async () => {
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
  assert.deepEqual(await attemptsOn(person.email), [{ count: looked }])
})

test('once the free attempts are used, the right password opens nothing', async () => {
  const person = await register(service, from('203.0.113.2'))
  await race([service, second], 50, () => guess(person.email, { 'x-forwarded-for': '198.51.100.70' }))
  await service.deps.db.run(
    sql`update attempts set last_at = now(), count = 16 where subject = ${subject(person.email)}`,
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

test('an address cannot try one password on many accounts', async () => {
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

test('an account has one counter, however its address is spelt', async () => {
  for (const { email: typed } of [
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
    assert.deepEqual(await attemptsOn(typed), [{ count: 10 }])
  }
})

test('an address without an account has one too, however it is spelt', async () => {
  const answers = []
  for (let index = 0; index < 11; index++) {
    const email = index % 2 ? 'NOBODY@BÜCHER.EXAMPLE' : 'nobody@xn--bcher-kva.example'
    answers.push(await signIn(service, { email, password: 'wrong' }))
  }
  assert.deepEqual(statusesOf(answers), { 401: 10, 429: 1 })
})

const quarterHour = 901
const guessUntilShut = async (email: string, most: number, headers = {}) => {
  let looked = 0
  for (let time = 0; time < most; time++) {
    const { status } = await signIn(service, { email, password: 'a wrong password' }, { headers })
    if (status === 401) looked++
    else await shiftRows(service, quarterHour)
  }
  return looked
}

/** Never tries while it has to wait. @returns how many were looked at */
const guessAfterWaits = async (email: string, times: number, headers = {}) => {
  let looked = 0
  for (let time = 0; time < times; time++) {
    await shiftRows(service, quarterHour)
    const { status } = await signIn(service, { email, password: 'a wrong password' }, { headers })
    if (status === 401) looked++
  }
  return looked
}

test('at most a hundred consecutive wrong passwords are checked, with and without an account', async () => {
  const { email: known } = await register(service, from('203.0.113.20'))
  for (const email of [known, newEmail()]) {
    assert.equal(await guessUntilShut(email, 220), 100)
    for (const seconds of [0, 86_400, 365 * 86_400]) {
      await shiftRows(service, seconds)
      await runJobs(service.deps, jobs)
      const answer = await signIn(service, { email, password: 'a wrong password' })
      assertRefused(answer, 429, 'too_many_attempts')
      assert.equal(answer.headers.get('retry-after'), '900')
    }
  }
})

test('even one guess a day is blocked in the end', async () => {
  const { email } = await register(service, from('203.0.113.21'))
  let looked = 0
  for (let day = 0; day < 120; day++) {
    await shiftRows(service, 86_400)
    if (day % 30 === 0) await runJobs(service.deps, jobs)
    const { status } = await signIn(service, { email, password: 'a wrong password' })
    if (status === 401) looked++
  }
  assert.equal(looked, 100)
})

test('the hundredth failure is the last, however many come at the same moment', async () => {
  const { email } = await register(service, from('203.0.113.22'))
  await signIn(service, { email, password: 'a wrong password' })
  await service.deps.db.run(
    sql`update attempts set count = 1, in_a_row = 99 where subject = ${subject(email)}`,
  )
  const answers = await race([service, second], 50, (index) =>
    guess(email, { 'x-forwarded-for': `192.0.2.${index}` }),
  )
  assert.deepEqual(statusesOf(answers), { 401: 1, 429: 49 })
})

test('strangers cannot block a known location, which has a hundred attempts of its own and reveals nothing', async () => {
  const home = { 'x-forwarded-for': '203.0.113.23' }
  const owner = await register(service, { headers: home })
  assert.equal(await guessAfterWaits(owner.email, 110), 100)
  assertRefused(await signIn(service, owner, from('192.0.2.78')), 429, 'too_many_attempts')
  const next = tokensOf(await refresh(service, owner.refreshToken, from('192.0.2.78')))
  assert.equal((await get(service, '/users/me', next.accessToken)).status, 200)

  tokensOf(await signIn(service, owner, { headers: home }))
  await shiftRows(service, quarterHour)
  // a stranger who goes on asking does not see that there is an owner who came
  assertRefused(await signIn(service, owner, from('192.0.2.78')), 429, 'too_many_attempts')
  assert.equal(await guessAfterWaits(owner.email, 110, home), 100)
})

test('a right password does not count among the hundred, even if no session follows', async () => {
  const { email, password } = await registerGuarded(service)
  await signIn(service, { email, password: 'a wrong password' }, from('192.0.2.79'))
  await service.deps.db.run(sql`update attempts set in_a_row = 99 where subject = ${subject(email)}`)
  for (let times = 0; times < 3; times++) {
    assert.equal((await signIn(service, { email, password }, from('192.0.2.79'))).status, 403)
  }
})

test('the owner is notified of the hundredth failure, once', async () => {
  const { email, userId } = await register(service, from('203.0.113.24'))
  await guessUntilShut(email, 220)
  await guessUntilShut(email, 20)
  await signIn(service, { email, password: 'a wrong password' })
  const events = sql`
    select detail ->> 'shut' as shut
    from events
    where user_id = ${userId} and type = 'account.locked'
    order by id`
  assert.deepEqual(await service.deps.db.run(events), [{ shut: null }, { shut: 'unknown_places' }])
  const mails = sql`select from outbox where user_id = ${userId} and message = 'notice'`
  assert.equal((await service.deps.db.run(mails)).length, 2)
})

test('whatever strangers do, the owner’s sessions continue and known locations still work', async () => {
  const owner = await register(service, from('203.0.113.5'))
  await race([service, second], 50, () => guess(owner.email, { 'x-forwarded-for': '198.51.100.90' }))
  await service.deps.db.run(
    sql`update attempts set count = 1000, last_at = now() where subject = ${subject(owner.email)}`,
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
