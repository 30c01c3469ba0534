import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { codeMethods } from '../../src/credentials/index.ts'
import { removeSecondFactor } from '../../src/flows/second-factor/disable.ts'
import { parseNetworks } from '../../src/platform/addresses.ts'
import { get, post, send } from '../support/http.ts'
import { refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { connectTo, requestBytes } from '../support/raw-socket.ts'
import { assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  confirm,
  enrol,
  type Guarded,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const proxied = await startVariant(service, {
  config: { trustedProxies: parseNetworks('loopback'), failuresPerAddress: 0 },
})
const second = await startSecond(service)

const countOf = async (userId: string) => {
  const counted = sql`select count from attempts where subject = ${subjectOf.user(userId)} and kind = 'second factor'`
  return (await first<{ count: number }>(service.deps.db, counted))?.count ?? 0
}

const lookedAt = async (userId: string) => {
  const refused = sql`
    select count(*)::integer as count from events where user_id = ${userId} and type = 'two_factor.refused'`
  return (await first<{ count: number }>(service.deps.db, refused))?.count
}

test('five wrong codes are free, then each costs twice the wait, and the right one waits too', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  for (const left of [4, 3, 2, 1, 0]) {
    const wrong = await answerChallenge(service, challenge, wrongCode(person))
    assert.deepEqual([wrong.status, wrong.body.code, wrong.body.attemptsLeft], [401, 'wrong_code', left])
  }
  for (const waitSeconds of [30, 60, 120, 240, 480, 900, 900]) {
    const locked = await answerChallenge(service, await challengeFor(service, person), person.code())
    assertRefused(locked, 429, 'too_many_attempts')
    assert.ok(
      Math.abs(Number(locked.headers.get('retry-after')) - waitSeconds) <= 1,
      locked.headers.get('retry-after') ?? '',
    )
    assertRefused(await answerChallenge(service, challenge, person.code()), 429, 'too_many_attempts')
    await shiftRows(service, waitSeconds - 2)
    assertRefused(
      await answerChallenge(service, await challengeFor(service, person), person.code()),
      429,
      'too_many_attempts',
    )
    await shiftRows(service, 3)
    const looked = await answerChallenge(service, await challengeFor(service, person), wrongCode(person))
    assert.deepEqual([looked.status, looked.body.code, looked.body.attemptsLeft], [401, 'wrong_code', 0])
  }
  await shiftRows(service, 901)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
  assert.equal(await countOf(person.userId), 0, 'a complete sign-in forgets them')
})

test('a challenge has five tries, even if the account would have more', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  for (let tries = 0; tries < 5; tries++) {
    await answerChallenge(service, challenge, wrongCode(person))
    await service.deps.db.run(sql`delete from attempts where subject = ${subjectOf.user(person.userId)}`)
  }
  assertRefused(await answerChallenge(service, challenge, person.code()), 401, 'invalid_challenge')
})

test('a new challenge, a right password, the other factor, other endpoints and a restart share one counter', async () => {
  const person = await registerGuarded(service)
  const wrong = wrongCode(person)
  const { accessToken: token } = person
  await answerChallenge(service, await challengeFor(service, person), wrong)
  await answerChallenge(second, await challengeFor(second, person), 'AAAA-AAAA-AAAA-AAAA', 'backup_code')
  await send(service, 'DELETE', settingsOf(person), { token, body: { code: wrong } })
  await post(
    service,
    `${settingsOf(person)}/backup-codes`,
    { code: 'AAAA', method: 'backup_code' },
    { token },
  )
  const restarted = await startVariant(service, {})
  const fifth = await answerChallenge(restarted, await challengeFor(service, person), wrong)
  assert.equal(fifth.body.attemptsLeft, 0)
  assert.equal(await countOf(person.userId), 5)
  for (const method of codeMethods) {
    const challenge = await challengeFor(service, person)
    assertRefused(
      await answerChallenge(service, challenge, person.backup[0] as string, method),
      429,
      'too_many_attempts',
    )
  }
  for (const change of [
    { method: 'DELETE', path: '' },
    { method: 'POST', path: '/backup-codes' },
  ]) {
    const body = { code: person.code() }
    const locked = await send(service, change.method, settingsOf(person) + change.path, { token, body })
    assertRefused(locked, 429, 'too_many_attempts')
  }
})

test('of a hundred guesses at once over ten challenges, only the free ones are checked, and none gets in', async () => {
  const person = await registerGuarded(service)
  const challenges: string[] = []
  for (let n = 0; n < 10; n++) challenges.push(await challengeFor(service, person))
  const answers = await race([service, second], 100, (n) => ({
    path: '/auth/token',
    body: {
      grant_type: 'two_factor',
      challenge: challenges[n % 10],
      method: 'totp',
      code: wrongCode(person),
    },
  }))
  assert.equal(statusesOf(answers)[200], undefined)
  assert.equal(await lookedAt(person.userId), 5)
  assert.equal(await countOf(person.userId), 5)
  assertRefused(
    await answerChallenge(service, challenges[0] as string, person.code()),
    429,
    'too_many_attempts',
  )
})

test('once the free attempts are used, a hundred right codes at once open nothing', async () => {
  const person = await registerGuarded(service)
  const challenges: string[] = []
  for (let n = 0; n < 10; n++) challenges.push(await challengeFor(service, person))
  for (let n = 0; n < 5; n++) {
    await answerChallenge(service, challenges[0] as string, wrongCode(person))
  }
  const right = [
    { method: 'totp', code: person.code() },
    { method: 'backup_code', code: person.backup[0] },
  ]
  const answers = await race([service, second], 100, (n) => ({
    path: '/auth/token',
    body: { grant_type: 'two_factor', challenge: challenges[n % 10], ...right[(n >> 1) % 2] },
  }))
  assert.deepEqual(statusesOf(answers), { 429: 100 })
  assert.equal(await countOf(person.userId), 5, 'who waits is not counted')
  const { body: sessions } = await get(service, `/users/${person.userId}/sessions`, person.accessToken)
  assert.equal(sessions.length, 1)
})

test('a client that disconnects before the answer has used an attempt', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const body = { grant_type: 'two_factor', challenge, method: 'totp', code: wrongCode(person) }
  for (let n = 1; n <= 5; n++) {
    const socket = await connectTo(service)
    await new Promise((written) =>
      socket.write(requestBytes(service, { path: '/auth/token', body }), written),
    )
    socket.destroy()
    while ((await lookedAt(person.userId)) !== n) await sleep(5)
    assert.equal(await countOf(person.userId), n)
  }
  assertRefused(await answerChallenge(service, challenge, person.code()), 429, 'too_many_attempts')
})

test('wrong codes during a setup are counted apart, and make no sign-in wait', async () => {
  const person = await register(service)
  const app = await begin(service, person)
  const wrong = wrongCode(app)
  for (let n = 0; n < 5; n++) await confirm(service, person, wrong)
  assertRefused(await confirm(service, person, app.code()), 429, 'too_many_attempts')
  assert.equal(await countOf(person.userId), 0)
  await shiftRows(service, 31)
  assert.equal((await confirm(service, person, app.code())).status, 200)
  const told = await answerChallenge(service, await challengeFor(service, person), wrong)
  assert.equal(told.body.attemptsLeft, 4)
})

test('an attempt counts even if it ends in an internal error', async () => {
  const person = await registerGuarded(service)
  const { db } = service.deps
  const failing = await startVariant(service, {
    db: {
      ...db,
      run: (statement) =>
        statement.parts.join('').includes('from totp_factors where user_id') && counted
          ? Promise.reject(new Error('a bug'))
          : db.run(statement),
    },
  })
  let counted = false
  const challenge = await challengeFor(service, person)
  counted = true
  assert.equal((await answerChallenge(failing, challenge, person.code())).status, 500)
  assert.equal(await countOf(person.userId), 1)
})

test('wrong passwords do not touch the second factor, nor wrong codes the sessions', async () => {
  const person = await registerGuarded(service)
  for (let n = 0; n < 9; n++) await signIn(service, { ...person, password: 'not the password' })
  assert.equal(await countOf(person.userId), 0)
  const challenge = await challengeFor(service, person)
  for (let n = 0; n < 6; n++) await answerChallenge(service, challenge, wrongCode(person))
  tokensOf(await refresh(service, person.refreshToken))
})

test('unfinished sign-ins with a right first factor cost nothing, and reset nothing', async () => {
  const person = await registerGuarded(service)
  for (let n = 0; n < 3; n++) await signIn(service, { ...person, password: 'not the password' })
  for (let n = 0; n < 12; n++) await challengeFor(service, person)
  const rows = sql`
    select sum(count)::integer as count
    from attempts
    where subject = ${subjectOf.user(person.userId)} and kind not like 'sign-ins%'`
  assert.equal((await first<{ count: number }>(service.deps.db, rows))?.count, 3)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
  assert.equal((await first<{ count: number | null }>(service.deps.db, rows))?.count, null)
})

/** A wrong code after each wait, from a place that is not the owner's or from theirs. @returns how many were looked at */
const guessUntilShut = async (person: Guarded, headers: Record<string, string>, most: number) => {
  const before = (await lookedAt(person.userId)) ?? 0
  for (let time = 0; time < most; time++) {
    const challenge = (await signIn(proxied, person, { headers })).body.challenge
    const body = { grant_type: 'two_factor', challenge, method: 'totp', code: wrongCode(person) }
    await post(proxied, '/auth/token', body, { headers })
    await shiftRows(service, 901)
  }
  return ((await lookedAt(person.userId)) ?? 0) - before
}

const elsewhere = { 'x-forwarded-for': '203.0.113.1' }
const home = { 'x-forwarded-for': '203.0.113.2' }

/** An account with a second factor whose owner signed in at home. */
const guardAtHome = async () => {
  const person = await registerGuarded(service)
  await service.deps.db.run(
    sql`update known_addresses set address = '203.0.113.2' where user_id = ${person.userId}`,
  )
  return person
}

const answerFrom = async (person: Guarded, headers: Record<string, string>, code: string) => {
  const challenge = (await signIn(proxied, person, { headers })).body.challenge
  return post(
    proxied,
    '/auth/token',
    { grant_type: 'two_factor', challenge, method: 'totp', code },
    { headers },
  )
}

test('a hundred consecutive wrong codes block the guesser, but not the owner at home, whose code unblocks', async () => {
  const person = await guardAtHome()
  assert.equal(await guessUntilShut(person, elsewhere, 104), 100)
  for (const seconds of [0, 28 * 86_400]) {
    await shiftRows(service, seconds)
    assertRefused(await answerFrom(person, elsewhere, person.code()), 429, 'too_many_attempts')
  }
  tokensOf(await answerFrom(person, home, person.code()))
  service.clock.nowMs += 30_000
  tokensOf(await answerFrom(person, elsewhere, person.code()))
})

test('a known location has a hundred attempts of its own, backup codes included', async () => {
  const person = await guardAtHome()
  assert.equal(await guessUntilShut(person, home, 104), 100)
  assertRefused(await answerFrom(person, home, person.code()), 429, 'too_many_attempts')
  const challenge = (await signIn(proxied, person, { headers: home })).body.challenge
  const backup = { grant_type: 'two_factor', challenge, method: 'backup_code', code: person.backup[0] }
  assertRefused(await post(proxied, '/auth/token', backup, { headers: home }), 429, 'too_many_attempts')
  const told = sql`
    select detail ->> 'shut' as shut
    from events
    where user_id = ${person.userId} and type = 'two_factor.locked'
    order by id`
  assert.deepEqual(await service.deps.db.run(told), [{ shut: null }, { shut: 'known_place' }])
})

test('removing a factor clears the guesses at it, so that the next one is not blocked', async () => {
  const person = await guardAtHome()
  await guessUntilShut(person, elsewhere, 1)
  await service.deps.db.run(
    sql`update attempts set in_a_row = 100 where subject = ${subjectOf.user(person.userId)}`,
  )
  assertRefused(await answerFrom(person, elsewhere, person.code()), 429, 'too_many_attempts')
  await service.deps.db.transaction((runner) => removeSecondFactor(runner, person.userId, {}))
  assert.equal(await countOf(person.userId), 0)
  const again = await enrol(service, { ...person, ...tokensOf(await signIn(service, person)) })
  tokensOf(await answerFrom(again, elsewhere, again.code()))
})
