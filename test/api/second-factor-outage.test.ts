import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { stepAt } from '../../src/platform/crypto/otp.ts'
import { askForKey, enrolmentFor, sendFirstCode, sendFirstKey, startApp } from '../support/enrolment.ts'
import { goingAway } from '../support/going-away.ts'
import { heldAt } from '../support/held-at.ts'
import { get, post, send } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { addPasskey, askFor, newOwnPasskey } from '../support/passkeys.ts'
import { type Person, register, tokensOf } from '../support/people.ts'
import { alongCode, prove } from '../support/proof.ts'
import { assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  appOf,
  begin,
  challengeFor,
  confirm,
  type Guarded,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { isPostgres, type TestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({
  FAILURES_PER_ADDRESS: '5',
  REGISTRATIONS_PER_HOUR: '0',
  TRUSTED_PROXIES: 'loopback',
})
const { db } = service.deps

const codes: Record<string, (person: Guarded) => string> = {
  totp: ({ code }) => code(),
  backup_code: ({ backup }) => backup[0] as string,
}

/** Waits until right answers cost nothing: what an outage has left counted is given back after the answer. */
const refunded = async (): Promise<void> => {
  const counted = sql`
    select 1 from attempts
    where (count > 0 or in_a_row > 0) and (starts_with(kind, 'second factor') or kind in ('failures', 'enrolment'))
    union all
    select 1 from challenges where tries > 0`
  const untilMs = performance.now() + 5_000
  while ((await many(db, counted)).length > 0) {
    assert.ok(performance.now() < untilMs, 'a right answer stays counted')
    await sleep(10)
  }
}

const forgetAttempts = () => db.script('delete from attempts; delete from challenges')

const moments = [
  'insert into sessions',
  'delete from challenges',
  'delete from two_factor_resets',
  'delete from attempts',
]

for (const [method, codeOf] of Object.entries(codes)) {
  for (const moment of moments)
    test(`a sign-in by ${method} undone by an outage at "${moment}" can be repeated, however often`, async () => {
      await forgetAttempts()
      const held = await heldAt(service, moment)
      const person = await registerGuarded(service)
      const challenge = await challengeFor(service, person)
      // more than a challenge has tries, an account free attempts, and the address failures
      for (let time = 0; time < 6; time++) {
        assertRefused(await answerChallenge(held, challenge, codeOf(person), method), 503, 'unavailable')
        await refunded()
      }
      tokensOf(await answerChallenge(service, challenge, codeOf(person), method))
      const again = await answerChallenge(
        service,
        await challengeFor(service, person),
        codeOf(person),
        method,
      )
      assert.equal(again.body.code, 'wrong_code')
    })

  test(`a sign-in by ${method} whose commit fails can be repeated`, async () => {
    await forgetAttempts()
    const person = await registerGuarded(service)
    const challenge = await challengeFor(service, person)
    // and the database takes nothing for a while after that
    const answer = await answerChallenge(await goingAway(service, 500), challenge, codeOf(person), method)
    assertRefused(answer, 503, 'unavailable')
    await refunded()
    tokensOf(await answerChallenge(service, challenge, codeOf(person), method))
  })

  test(`a proof by ${method} undone by an outage can be repeated`, async () => {
    const person = await registerGuarded(service)
    const held = await heldAt(service, 'update sessions set authenticated_at')
    const proof = { method, code: codeOf(person) }
    assertRefused(await prove(held, person, proof), 503, 'unavailable')
    assert.equal((await prove(service, person, proof)).status, 204)
    assert.equal((await prove(service, person, proof)).body.code, 'wrong_code')
  })

  test(`new backup codes by ${method} undone by an outage can be requested again`, async () => {
    const person = await registerGuarded(service)
    const held = await heldAt(service, 'insert into backup_codes')
    const renew = (at: TestService) => post(at, `${settingsOf(person)}/backup-codes`, proof, tokenOf(person))
    const proof = { method, code: codeOf(person) }
    assertRefused(await renew(held), 503, 'unavailable')
    assert.equal((await get(service, settingsOf(person), person.accessToken)).body.backupCodesLeft, 10)
    assert.equal((await renew(service)).status, 200)
    assert.equal((await renew(service)).body.code, 'wrong_code')
  })

  test(`switching two-factor off by ${method} can be repeated after an outage`, async () => {
    const person = await registerGuarded(service)
    const held = await heldAt(service, 'delete from totp_factors')
    const switchOff = (at: TestService) =>
      send(at, 'DELETE', settingsOf(person), { ...tokenOf(person), body: { method, code: codeOf(person) } })
    assertRefused(await switchOff(held), 503, 'unavailable')
    assert.equal((await switchOff(service)).status, 204)
  })
}

const tokenOf = ({ accessToken: token }: Person) => ({ token })

test('only completed renewals count against the hourly limit', async () => {
  await forgetAttempts()
  const person = await registerGuarded(service)
  const held = await heldAt(service, 'insert into backup_codes')
  const path = `${settingsOf(person)}/backup-codes`
  for (let time = 0; time < 21; time++) {
    assertRefused(await post(held, path, { code: person.code() }, tokenOf(person)), 503, 'unavailable')
    await refunded()
  }
  assert.equal((await post(service, path, { code: person.code() }, tokenOf(person))).status, 200)
})

test('a passkey counts as unused if an outage undoes its sign-in', async () => {
  await forgetAttempts()
  const person = await register(service)
  const { passkey } = await addPasskey(service, person, { asSecondFactor: true })
  const challenge = await challengeFor(service, person)
  const credential = passkey.get(await askFor(service, { challenge }))
  const body = { grant_type: 'two_factor', challenge, method: 'passkey', credential }
  for (const moment of [...moments, 'update passkeys', 'insert into passkey_challenges']) {
    const held = await heldAt(service, moment)
    assertRefused(await post(held, '/auth/token', body), 503, 'unavailable')
    await refunded()
  }
  assertRefused(await post(await goingAway(service), '/auth/token', body), 503, 'unavailable')
  tokensOf(await post(service, '/auth/token', body))
  assertRefused(await post(service, '/auth/token', body), 401, 'invalid_challenge')
})

test('a setup during a sign-in can be repeated after an outage, however often', async () => {
  await forgetAttempts()
  const strict = await startVariant(service, { config: { twoFactor: 'required' } })
  const away = await goingAway(strict)
  const challenge = await enrolmentFor(strict, await register(service))
  const { code } = await startApp(strict, challenge)
  const credential = newOwnPasskey().create((await askForKey(strict, challenge)).body)
  for (let time = 0; time < 6; time++) {
    assertRefused(await sendFirstCode(away, challenge, code()), 503, 'unavailable')
    await refunded()
    assertRefused(await sendFirstKey(away, challenge, credential), 503, 'unavailable')
    await refunded()
  }
  tokensOf(await sendFirstCode(strict, challenge, code()))
})

test('a setup in a session can be repeated after an outage, for a first app and for another', async () => {
  await forgetAttempts()
  const person = await register(service)
  const away = await goingAway(service)
  const first = await begin(service, person)
  for (let time = 0; time < 6; time++) {
    assertRefused(await confirm(away, person, first.code()), 503, 'unavailable')
    await refunded()
  }
  const { backup } = (await confirm(service, person, first.code())).body
  const path = `/users/${person.userId}/authenticators`
  const begun = await post(service, path, alongCode({ backup }), tokenOf(person))
  assert.equal(begun.status, 201, begun.text)
  const another = appOf(service, begun.body.secret)
  const add = (at: TestService) =>
    send(at, 'PATCH', path, { ...tokenOf(person), body: { code: another.code() } })
  for (let time = 0; time < 6; time++) {
    assertRefused(await add(away), 503, 'unavailable')
    await refunded()
  }
  assert.ok((await add(service)).status < 300)
})

test('a code spent by another process is refused as used in an outage, too, and counts', async () => {
  await forgetAttempts()
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  await db.run(sql`
    update totp_factors set last_step = ${stepAt(service.clock.nowMs)} where user_id = ${person.userId}`)
  const held = await heldAt(service, 'insert into sessions')
  const answer = await answerChallenge(held, challenge, person.code())
  const { status, body } = answer
  assert.deepEqual([status, body.code, body.alreadyUsed], [401, 'wrong_code', true])
  assert.deepEqual(await many(db, sql`select count from attempts where starts_with(kind, 'second factor')`), [
    { count: 1 },
    { count: 1 },
  ])
})

test('wrong codes count even if their refusal fails', async () => {
  await forgetAttempts()
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const held = await heldAt(service, 'insert into events')
  for (let time = 0; time < 5; time++) {
    const answer = await answerChallenge(held, challenge, wrongCode(person))
    assertRefused(answer, 503, 'unavailable')
  }
  assertRefused(await answerChallenge(service, challenge, person.code()), 429, 'too_many_attempts')
})

test('a locked account refuses a backup code with 503, and accepts it after the lock is released', {
  // the embedded database has one connection, and nobody else can hold a row of it
  skip: !isPostgres,
}, async () => {
  await forgetAttempts()
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const client = new pg.Client(service.environment.DATABASE_URL)
  after(() => client.end())
  await client.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for no key update', [person.userId])
  const code = person.backup[0] as string
  const answer = await answerChallenge(service, challenge, code, 'backup_code')
  assertRefused(answer, 503, 'unavailable')
  await client.query('rollback')
  tokensOf(await answerChallenge(service, challenge, code, 'backup_code'))
  assert.equal((await get(service, settingsOf(person), person.accessToken)).body.backupCodesLeft, 9)
})
