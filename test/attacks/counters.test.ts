import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback', FAILURES_PER_ADDRESS: '100' })
const { db } = service.deps
const headers = { 'x-forwarded-for': '203.0.113.7' }
const fail = (email: string) => signIn(service, { email, password: 'a wrong password' }, { headers })

const countOf = async (kind: string) => {
  const [row] = await many<{ count: number }>(db, sql`select count from attempts where kind = ${kind}`)
  return row?.count
}
const setCount = (kind: string, count: number) =>
  db.run(sql`update attempts set count = ${count}, since = now(), last_at = now() where kind = ${kind}`)

// as text '9' is greater than '10', and '99' than '100'
test('an account’s ninth, tenth and eleventh attempt are counted as numbers', async () => {
  const { email } = await register(service, { headers: { 'x-forwarded-for': '198.51.100.1' } })
  await fail(email)
  await setCount('password', 8)
  for (const count of [9, 10]) {
    assertRefused(await fail(email), 401, 'invalid_credentials')
    assert.equal(await countOf('password'), count)
  }
  assertRefused(await fail(email), 429, 'too_many_attempts')
  assert.equal(await countOf('password'), 10, 'who waits is not counted')
})

test('an address’s ninety-ninth, hundredth and next attempt are, too', async () => {
  await setCount('failures', 98)
  for (const count of [99, 100]) {
    assertRefused(await fail(newEmail()), 401, 'invalid_credentials')
    assert.equal(await countOf('failures'), count)
  }
  assertRefused(await fail(newEmail()), 429, 'too_many_attempts')
})

test('however many there were, the wait is a quarter of an hour at most, in whole seconds', async () => {
  await shiftRows(service, 3_600)
  const { email } = await register(service, { headers: { 'x-forwarded-for': '198.51.100.2' } })
  await fail(email)
  for (const [count, longest] of [
    [10, 1],
    [14, 16],
    [19, 512],
    [20, 900],
    [41, 900],
    [1_000, 900],
    [2_147_483_646, 900],
  ] as const) {
    await setCount('password', count)
    const answer = await fail(email)
    assertRefused(answer, 429, 'too_many_attempts')
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(
      Number.isInteger(seconds) && seconds > longest * 0.9 - 3 && seconds <= longest,
      `${count}: ${seconds}`,
    )
  }
})

test('giving an attempt back never makes more of them than there were', async () => {
  await db.run(sql`delete from attempts`)
  const person = await register(service, { headers })
  for (let time = 0; time < 3; time++) tokensOf(await signIn(service, person, { headers }))
  assert.equal(await countOf('failures'), 0)
})

test('a wait set by a fast clock is no longer than any other, and ends', async () => {
  const { email } = await register(service, { headers: { 'x-forwarded-for': '198.51.100.3' } })
  const day = 86_400
  for (const [kind, free, longest, ask] of [
    ['password', 1_000, 900, () => fail(email)],
    ['failures', 100, 900, () => fail(newEmail())],
  ] as const) {
    await db.run(sql`delete from attempts`)
    await ask()
    await setCount(kind, free)
    await shiftRows(service, -day)
    for (let time = 0; time < 2; time++) {
      const answer = await ask()
      assertRefused(answer, 429, 'too_many_attempts')
      const seconds = Number(answer.headers.get('retry-after'))
      assert.ok(seconds > longest - 5 && seconds <= longest, `${kind}: ${seconds}`)
    }
    await shiftRows(service, longest + 1)
    assertRefused(await ask(), 401, 'invalid_credentials')
  }
})

test('a fast clock leaves nothing behind while nobody has to wait', async () => {
  await db.run(sql`delete from attempts`)
  const email = newEmail()
  await fail(email)
  await shiftRows(service, -86_400)
  for (let count = 2; count <= 10; count++) assertRefused(await fail(email), 401, 'invalid_credentials')
  assertRefused(await fail(email), 429, 'too_many_attempts')
  await shiftRows(service, 2)
  assertRefused(await fail(email), 401, 'invalid_credentials')
})

test('a second factor blocked by a fast clock opens after the longest wait', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  await answerChallenge(service, challenge, wrongCode(person))
  await setCount('second factor', 20)
  await db.run(
    sql`update attempts set last_at = now() + interval '1 day' where subject = ${subjectOf.user(person.userId)}`,
  )
  const locked = await answerChallenge(service, challenge, person.code())
  assertRefused(locked, 429, 'too_many_attempts')
  assert.equal(locked.headers.get('retry-after'), '900')
  await shiftRows(service, 901)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
})
