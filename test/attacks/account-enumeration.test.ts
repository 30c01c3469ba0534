import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { insertDeletion } from '../../src/accounts/users/queries/deletions.ts'
import { eraseAccount } from '../../src/flows/account/closing/erase.ts'
import { recognise } from '../../src/flows/providers/recognise.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { hashCost } from '../../src/platform/crypto/password.ts'
import { counted } from '../support/counted.ts'
import { type Answer, post } from '../support/http.ts'
import { tryToInvite } from '../support/invitation.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { isCitus, startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' }, { hashCost })
const { deps } = service
const { work, parts } = counted(deps)
const watched = await startVariant(service, parts)
const password = 'a password of the tests'

const disabled = async () => {
  const person = await register(service)
  await deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  return person
}
const withoutPassword = async () => {
  const person = await register(service)
  await deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
  return person
}

const invited = async () => {
  const email = newEmail()
  assert.ok(await tryToInvite(service, email))
  return { email, password }
}

/** Everybody who must not be told apart, with what they sign in with. */
const states = {
  'an unknown address': { email: newEmail(), password },
  'a wrong password': { ...(await register(service)), password: 'a wrong password' },
  'a disabled account': await disabled(),
  'a disabled account and a wrong password': { ...(await disabled()), password: 'a wrong password' },
  'an account without a password': await withoutPassword(),
  'an invited address': await invited(),
}

/** All that a stranger can see of an answer, but for the request's id and the time of day. */
const visible = ({ status, text, headers }: Answer) => {
  const { date, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
  assert.ok(date && id)
  return { status, text, rest }
}

test('every failed sign-in gets the same answer, byte for byte', async () => {
  const answers = await Promise.all(Object.values(states).map((state) => signIn(service, state)))
  for (const answer of answers) {
    assertRefused(answer, 401, 'invalid_credentials')
    assert.deepEqual(visible(answer), visible(answers[0]!))
  }
})

test('an unknown, spent or expired token or code, or a disabled account’s, gets that answer too', async () => {
  const spent = await register(service)
  await refresh(service, tokensOf(await refresh(service, spent.refreshToken)).refreshToken)
  const expired = await register(service)
  await deps.db.run(
    sql`update sessions set refresh_ends_at = now() - interval '1 millisecond' where user_id = ${expired.userId}`,
  )
  const { userId } = states['a disabled account']
  const code = () => issueCode(deps, { userId, epoch: 0, methods: ['github'] })
  const late = await issueCode(deps, { userId: spent.userId, epoch: 0, methods: ['github'] })
  await deps.db.run(sql`update oauth_codes set expires_at = now() - interval '1 millisecond'`)
  const expected = visible(await signIn(service, states['an unknown address']))
  for (const answer of [
    await refresh(service, 'nothing'),
    await refresh(service, spent.refreshToken),
    await refresh(service, expired.refreshToken),
    await exchange(service, 'nothing'),
    await exchange(service, late),
    await exchange(service, await code()),
  ]) {
    assert.deepEqual(visible(answer), expected)
  }
})

test('wrong, unknown, disabled and password-less accounts cost equal work: one hash, and equal statements in order', async () => {
  const worked: [string, number, string[]][] = []
  for (const [name, state] of Object.entries(states)) {
    work.reset()
    assertRefused(await signIn(watched, state), 401, 'invalid_credentials')
    // several servers are asked at once, and answer in any order
    worked.push([name, work.hashes, isCitus ? work.statements.toSorted() : work.statements])
  }
  const [, , expected] = worked[0]!
  assert.ok(
    expected.length >= 3,
    'the account is looked for, the attempt is counted, the refusal written down',
  )
  for (const [name, hashes, statements] of worked) {
    assert.equal(hashes, 1, name)
    assert.deepEqual(statements, expected, name)
  }
})

test('comparing with the decoy hash takes as much CPU time as with a stored one', async () => {
  const stored = await deps.passwords.hash(password, newId(Date.now()))
  const cost = async (against: typeof stored | undefined) => {
    const before = process.cpuUsage()
    for (let time = 0; time < 4; time++) assert.equal(await deps.passwords.verify('wrong', against), false)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await cost(undefined)
  // by turns, and the cheapest: whatever else this process does meanwhile only adds to it
  const costs: { nobody: number; somebody: number }[] = []
  for (let turn = 0; turn < 5; turn++)
    costs.push({ nobody: await cost(undefined), somebody: await cost(stored) })
  const cheapest = (whose: 'nobody' | 'somebody') => Math.min(...costs.map((each) => each[whose]))
  const ratio = cheapest('nobody') / cheapest('somebody')
  assert.ok(ratio > 0.5 && ratio < 2, `nobody’s costs ${ratio} of somebody’s`)
})

test('an unknown address has to wait after as many wrong passwords as a known one', async () => {
  const waits = async (email: string) => {
    const answers: Answer[] = []
    for (let time = 0; time < 11; time++) answers.push(await signIn(service, { email, password: 'wrong' }))
    return answers.map(visible)
  }
  const known = await register(service, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  assert.deepEqual(await waits(newEmail()), await waits(known.email))
})

test('a waiting address keeps waiting when it gains an account, and when it loses it', async () => {
  const email = newEmail()
  const fail = () => signIn(service, { email, password: 'a wrong password' })
  for (let time = 0; time < 10; time++) await fail()
  // after as many, every answer says the longest wait, however long this takes
  await deps.db.run(sql`update attempts set in_a_row = 100 where subject = ${subjectOf.email(email)}`)
  const without = await fail()
  assertRefused(without, 429, 'too_many_attempts')
  const { userId } = await register(service, { email, headers: { 'x-forwarded-for': '203.0.113.9' } })
  assert.deepEqual(visible(await fail()), visible(without))
  await insertDeletion(deps.db, userId, 0, undefined)
  await eraseAccount(deps.db, userId)
  assert.deepEqual(visible(await fail()), visible(without))
})

testUnlessCitus(
  'making an address wait is the same work with and without an account, at the first lock and the last',
  async () => {
    const { email: known, userId } = await register(service, {
      headers: { 'x-forwarded-for': '203.0.113.10' },
    })
    const workOf = async (email: string, inARow: number) => {
      const subject = subjectOf.email(email)
      await signIn(service, { email, password: 'wrong' })
      await deps.db.run(sql`update attempts set count = 9, in_a_row = ${inARow} where subject = ${subject}`)
      const answers: object[] = []
      work.reset()
      for (let time = 0; time < 2; time++)
        answers.push(visible(await signIn(watched, { email, password: 'wrong' })))
      // what comes after an answer must not make the next one wait
      await sleep(50)
      return { answers, statements: work.statements, hashes: work.hashes }
    }
    for (const inARow of [9, 99])
      assert.deepEqual(await workOf(known, inARow), await workOf(newEmail(), inARow))
    const locks = sql`select count(*)::integer as count from events where user_id = ${userId} and type = 'account.locked'`
    assert.deepEqual(await deps.db.run(locks), [{ count: 2 }])
  },
)

test('a wrong mailed code costs equal work with and without an account, and never waits for a lock', async () => {
  const { email: known } = await register(service)
  // only in a transaction is a row locked for longer than a statement
  let transactions = 0
  const { db } = parts
  const transaction: typeof db.transaction = (work) => {
    transactions++
    return db.transaction(work)
  }
  const app = await startVariant(service, { ...parts, db: { ...db, transaction } })
  const verify = (email: string) => post(app, '/auth/email/verify', { email, code: '0000-0000' })
  const seen: object[] = []
  for (const email of [known, newEmail()]) {
    work.reset()
    const answer = visible(await verify(email))
    seen.push({ answer, statements: work.statements })
  }
  assert.deepEqual(seen[0], seen[1])
  assert.equal(transactions, 0)
})

test('after too many registrations, nothing reveals whether an address is taken', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.8' }
  const strict = await startVariant(service, { ...parts, config: { registrationsPerHour: 1 } })
  const { email } = await register(strict, { headers })
  await shiftRows(service, 1)
  work.reset()
  const [taken, free] = [
    await tryToRegister(strict, { email, password }, { headers }),
    await tryToRegister(strict, { email: newEmail(), password }, { headers }),
  ]
  assertRefused(taken, 429, 'too_many_attempts')
  assert.deepEqual(visible(taken), visible(free))
  assert.equal(work.hashes, 0)
})

test('through an untrusted provider, taken addresses are revealed no more often than by registering', async () => {
  const { email: taken } = await register(service)
  const strict = { ...deps, config: { ...deps.config, registrationsPerHour: 1 } }
  const place = '203.0.113.11'
  const client = {
    address: place,
    bucket: place,
    counting: 'own',
    userAgent: undefined,
    acceptLanguage: undefined,
    hasGone: () => false,
  } as const
  const ask = (email: string) =>
    recognise(strict, 'acme', { subject: newEmail(), email, emailVerified: false }, client)
  await assert.rejects(ask(taken), /already has an account/)
  for (const email of [taken, newEmail()]) await assert.rejects(ask(email), /Too many attempts/)
})

test('registering a taken address computes a hash like a free one', async () => {
  const { email } = await register(service)
  work.reset()
  await tryToRegister(watched, { email, password })
  assert.equal(work.hashes, 1)
})
