import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { parseNetworks } from '../../src/platform/addresses.ts'
import {
  askForApp,
  askForKey,
  enrolmentFor,
  sendFirstCode,
  sendFirstKey,
  setUpApp,
  setUpKey,
  startApp,
} from '../support/enrolment.ts'
import { get, post, send } from '../support/http.ts'
import { mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { addPasskey, newOwnPasskey } from '../support/passkeys.ts'
import { exchange, type Person, refresh, register, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { dumpRows } from '../support/rows.ts'
import {
  answerChallenge,
  appOf,
  begin,
  challengeFor,
  confirm,
  enrol,
  registerGuarded,
  wrongCode,
} from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { askForReset } from '../support/two-factor-reset.ts'
import { startVariant } from '../support/variant.ts'

const open = await startMailing({ EMAIL_VERIFICATION: 'off' })
const required = { twoFactor: 'required' } as const
const service = await startVariant(open, { config: required })
const second = await startVariant(await startSecond(open), { config: required })
const { db } = service.deps

const waiting = async () => {
  const person = await register(open)
  return { person, challenge: await enrolmentFor(service, person) }
}

/** That it neither begins nor confirms anything. */
const assertOver = async (challenge: string, code = '123456') => {
  const credential = newOwnPasskey().create(await somebodysCreation())
  for (const answer of [
    await askForApp(service, challenge),
    await sendFirstCode(service, challenge, code),
    await askForKey(service, challenge),
    await sendFirstKey(service, challenge, credential),
  ])
    assertRefused(answer, 401, 'invalid_challenge')
}

const somebodysCreation = async () => (await askForKey(service, (await waiting()).challenge)).body

const sessionsOf = ({ userId }: Person) =>
  many<{ methods: string[] }>(db, sql`select methods from sessions where user_id = ${userId}`)

test('somebody with the password can use up the setups of one place, but the owner can begin from another', async () => {
  const proxied = await startVariant(service, { config: { trustedProxies: parseNetworks('loopback') } })
  const { challenge } = await waiting()
  const begin = (address: string, way = '') =>
    post(
      proxied,
      `/auth/two-factor/enrolment${way}`,
      { challenge },
      { headers: { 'x-forwarded-for': address } },
    )
  for (const way of ['', '/passkey']) {
    for (let time = 0; time < 20; time++) assert.equal((await begin('203.0.113.5', way)).status, 201)
    assertRefused(await begin('203.0.113.5', way), 429, 'too_many_attempts')
    assert.equal((await begin('198.51.100.9', way)).status, 201)
  }
})

test('the owner is notified by email at once of a factor set up with the password alone', async () => {
  const { person, challenge } = await waiting()
  await mailsTo(open, person.email)
  await setUpApp(service, challenge)
  const subjects = (await mailsTo(open, person.email)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Two-factor authentication was turned on'])
})

test('a setup challenge opens nothing else', async () => {
  const { person, challenge } = await waiting()
  for (const path of [
    '/users/me',
    `/users/${person.userId}/sessions`,
    `/users/${person.userId}/settings/2fa`,
  ])
    assertRefused(await get(service, path, challenge), 401, 'unauthorized')
  assertRefused(await refresh(service, challenge), 401, 'invalid_credentials')
  assertRefused(await exchange(service, challenge), 401, 'invalid_credentials')
  const asked = { challenge }
  assertRefused(await post(service, '/auth/passkeys/challenge', asked), 401, 'invalid_challenge')
  assertRefused(await askForReset(service, challenge), 401, 'invalid_challenge')
})

test('a setup challenge and a second-step challenge never replace each other, under either prefix', async () => {
  const { challenge } = await waiting()
  const { code } = await startApp(service, challenge)
  const renamed = challenge.replace('sp_en_', 'sp_ch_')
  for (const name of [challenge, renamed])
    assertRefused(await answerChallenge(service, name, code()), 401, 'invalid_challenge')
  assertRefused(await askForReset(service, renamed), 401, 'invalid_challenge')

  const guarded = await registerGuarded(open)
  const step = await challengeFor(service, guarded)
  // as if an account could have a challenge of the other kind and no second factor
  await db.run(sql`delete from totp_factors where user_id = ${guarded.userId}`)
  for (const name of [step, step.replace('sp_ch_', 'sp_en_')]) await assertOver(name)
})

test('fifty right codes at once on two services open one session', async () => {
  const { person, challenge } = await waiting()
  const { code } = await startApp(service, challenge)
  const body = { challenge, code: code() }
  const answers = await race([service, second], 50, () => ({
    method: 'PATCH',
    path: '/auth/two-factor/enrolment',
    body,
  }))
  assert.equal(statusesOf(answers)[200], 1, JSON.stringify(statusesOf(answers)))
  assert.deepEqual(await sessionsOf(person), [{ methods: ['password', 'totp'] }])
})

test('ten challenges confirmed at once, by app and by passkey, open one session', async () => {
  const person = await register(open)
  const challenges: string[] = []
  for (let n = 0; n < 10; n++) challenges.push(await enrolmentFor(service, person))
  const { code } = await startApp(service, challenges[0] as string)
  const keys: object[] = []
  for (const challenge of challenges)
    keys.push(newOwnPasskey().create((await askForKey(service, challenge)).body))
  const answers = await race([service, second], 10, (n) => ({
    method: 'PATCH',
    path: `/auth/two-factor/enrolment${n % 2 ? '/passkey' : ''}`,
    body: { challenge: challenges[n], ...(n % 2 ? { credential: keys[n] } : { code: code() }) },
  }))
  assert.equal(statusesOf(answers)[200], 1, JSON.stringify(statusesOf(answers)))
  assert.equal((await sessionsOf(person)).length, 1)
  const factors = sql`
    select 1 from totp_factors where user_id = ${person.userId}
    union all select 1 from passkeys where user_id = ${person.userId}`
  assert.equal((await many(db, factors)).length, 1)
})

test('a setup challenge works once', async () => {
  const { challenge } = await waiting()
  const { code } = await setUpApp(service, challenge)
  await assertOver(challenge, code())
})

test('a setup challenge cannot bypass a second factor set up since', async () => {
  const byOwner = await waiting()
  await startApp(service, byOwner.challenge)
  await enrol(open, byOwner.person)
  await assertOver(byOwner.challenge)

  const byPasskey = await waiting()
  await addPasskey(open, byPasskey.person, { asSecondFactor: true })
  await assertOver(byPasskey.challenge)

  const bySecondSignIn = await waiting()
  await setUpApp(service, await enrolmentFor(service, bySecondSignIn.person))
  await assertOver(bySecondSignIn.challenge)
})

test('a one-factor sign-in pending during the setup opens nothing after it', async () => {
  const { person, challenge } = await waiting()
  const code = await issueCode(service.deps, { userId: person.userId, epoch: 0, methods: ['acme'] })
  const app = await setUpApp(service, challenge)
  const step = (await exchange(service, code)).body.challenge
  assertRefused(await answerChallenge(service, step, app.code()), 401, 'invalid_challenge')
})

test('a setup challenge cannot bypass a factor added without ending sign-ins', async () => {
  const [one, other] = [await waiting(), await registerGuarded(open)]
  const { code } = await startApp(service, one.challenge)
  await db.run(sql`
    insert into totp_factors (user_id, id, name, sealed_secret, last_step)
    select ${one.person.userId}, id, name, sealed_secret, last_step from totp_factors where user_id = ${other.userId}`)
  await assertOver(one.challenge, code())
})

test('a passkey begun with one challenge confirms no other', async () => {
  const [ada, eve] = [await waiting(), await waiting()]
  const again = await enrolmentFor(service, ada.person)
  const made = newOwnPasskey().create((await askForKey(service, ada.challenge)).body)
  for (const challenge of [eve.challenge, again])
    assertRefused(await sendFirstKey(service, challenge, made), 400, 'not_started')
})

test('another user’s app confirms nothing, nor does a challenge spliced from two', async () => {
  const [ada, eve] = [await waiting(), await waiting()]
  const hers = await startApp(service, eve.challenge)
  await startApp(service, ada.challenge)
  assertRefused(await sendFirstCode(service, ada.challenge, hers.code()), 400, 'wrong_code')
  const [one, two] = [ada, eve].map(({ challenge }) => Buffer.from(challenge.slice(6), 'base64url'))
  for (const cut of [16, 32, 48]) {
    const mixed = Buffer.concat([one!.subarray(0, cut), two!.subarray(cut)]).toString('base64url')
    await assertOver(`sp_en_${mixed}`, hers.code())
  }
})

test('a pending app and passkey survive whatever others begin with the password', async () => {
  for (const confirm of ['app', 'passkey']) {
    const { person, challenge } = await waiting()
    const own = await startApp(service, challenge)
    const made = newOwnPasskey().create((await askForKey(service, challenge)).body)
    const others = await enrolmentFor(service, person)
    await startApp(service, others)
    await askForKey(service, others)
    tokensOf(
      confirm === 'app'
        ? await sendFirstCode(service, challenge, own.code())
        : await sendFirstKey(service, challenge, made),
    )
  }
})

test('an app is confirmed only with the challenge that it was begun with', async () => {
  const { person, challenge } = await waiting()
  const { code } = await startApp(service, challenge)
  const others = await enrolmentFor(service, person)
  assertRefused(await sendFirstCode(service, others, code()), 400, 'not_started')
  await startApp(service, others)
  assertRefused(await sendFirstCode(service, others, code()), 400, 'wrong_code')
  tokensOf(await sendFirstCode(service, challenge, code()))
})

test('a setup begun with a challenge cannot be confirmed in a session, nor the other way round', async () => {
  const { person, challenge } = await waiting()
  const { code } = await startApp(service, challenge)
  assertRefused(await confirm(service, person, code()), 400, 'not_started')
  const inSession = await begin(service, person)
  assertRefused(await sendFirstCode(service, challenge, inSession.code()), 400, 'wrong_code')
  tokensOf(await sendFirstCode(service, challenge, code()))
})

test('confirming an app drops the other pending ones', async () => {
  const { person, challenge } = await waiting()
  const { code } = await startApp(service, challenge)
  await startApp(service, await enrolmentFor(service, person))
  await begin(service, person)
  tokensOf(await sendFirstCode(service, challenge, code()))
  assert.deepEqual(await many(db, sql`select from pending_apps where user_id = ${person.userId}`), [])
})

test('a factor set up with only the password goes when the mailbox is claimed', async () => {
  const { person, challenge } = await waiting()
  await setUpApp(service, challenge)
  await post(open, '/auth/password/forgot', { email: person.email })
  const token = tokenIn(await nextMail(open, person.email, 'Set a new password'))
  const password = 'another password of the tests'
  const reset = { token, password, passwordConfirmation: password }
  assert.equal((await post(open, '/auth/password/reset', reset)).status, 204)
  const owner = { ...person, password }
  tokensOf((await setUpApp(service, await enrolmentFor(service, owner))).answer)
})

test('a setup challenge lives fifteen minutes', async () => {
  const { challenge } = await waiting()
  await shiftRows(service, 14 * 60)
  const { code } = await startApp(service, challenge)
  await shiftRows(service, 61)
  await assertOver(challenge, code())
})

const endings: Record<string, (person: Person) => Promise<unknown>> = {
  'the password changes': ({ userId, accessToken: token, password }) => {
    const changed = 'entirely new words of the tests'
    const body = { password: changed, passwordConfirmation: changed, currentPassword: password }
    return send(service, 'PUT', `/users/${userId}/password`, { token, body })
  },
  'its owner signs out everywhere': ({ userId, accessToken: token }) =>
    send(service, 'DELETE', `/users/${userId}/sessions`, { token }),
  'the account is blocked': ({ userId }) =>
    db.run(sql`update users set disabled_at = now() where id = ${userId}`),
  'the account is closed': ({ userId, accessToken: token, password }) =>
    send(service, 'DELETE', `/users/${userId}`, { token, body: { password } }),
}

for (const [ending, end] of Object.entries(endings))
  test(`a setup challenge ends when ${ending}`, async () => {
    const { person, challenge } = await waiting()
    const { code } = await startApp(service, challenge)
    const before = await sessionsOf(person)
    const ended = await end(person)
    assert.ok(
      !(ended instanceof Object && 'status' in ended) || Number(ended.status) < 300,
      JSON.stringify(ended),
    )
    await assertOver(challenge, code())
    assert.ok((await sessionsOf(person)).length <= before.length)
  })

test('a confirmation overtaken by the end of all sessions opens none, and leaves no second factor', async () => {
  for (let round = 0; round < 3; round++) {
    const { person, challenge } = await waiting()
    const { code } = await startApp(service, challenge)
    const confirmation = {
      method: 'PATCH',
      path: '/auth/two-factor/enrolment',
      body: { challenge, code: code() },
    }
    const end = { method: 'DELETE', path: `/users/${person.userId}/sessions`, token: person.accessToken }
    const [confirmed, ended] = await race([service, second], 2, (n) => (n === round % 2 ? confirmation : end))
    const answers = [confirmed!, ended!]
    const opened = answers.some(({ body }) => body?.accessToken)
    const factors = await many(db, sql`select from totp_factors where user_id = ${person.userId}`)
    assert.equal(factors.length, opened ? 1 : 0)
    const sessions = await sessionsOf(person)
    assert.ok(sessions.every(({ methods }) => methods.includes('totp')))
  }
})

test('a challenge has five tries, whatever the mistake, and other challenges’ failures delay nobody', async () => {
  const { person, challenge } = await waiting()
  const { code } = await startApp(service, challenge)
  for (let round = 0; round < 3; round++) {
    const others = await enrolmentFor(service, person)
    assertRefused(await sendFirstCode(service, others, '000000'), 400, 'not_started')
    const app = await startApp(service, others)
    for (let n = 0; n < 4; n++)
      assertRefused(await sendFirstCode(service, others, wrongCode(app)), 400, 'wrong_code')
    await assertOver(others, app.code())
  }
  tokensOf(await sendFirstCode(service, challenge, code()))
})

test('adding a passkey instead drops the pending app', async () => {
  const { person, challenge } = await waiting()
  await startApp(service, challenge)
  await setUpKey(service, challenge)
  assert.deepEqual(await many(db, sql`select from pending_apps where user_id = ${person.userId}`), [])
})

test('fifty guesses at once take five tries', async () => {
  const { challenge } = await waiting()
  // nothing was begun, so that no other limit counts them
  const guess = { challenge, code: '000000' }
  const answers = await race([service, second], 50, () => ({
    method: 'PATCH',
    path: '/auth/two-factor/enrolment',
    body: guess,
  }))
  assert.deepEqual(statusesOf(answers), { 400: 5, 401: 45 })
})

test('the challenge, secret and codes are shown once, and appear in no log and no row', async () => {
  const { challenge } = await waiting()
  const { enrolment } = await startApp(service, challenge)
  const answer = await sendFirstCode(service, challenge, appOf(service, enrolment.secret).code())
  const told = [challenge, enrolment.secret, ...answer.body.backup]
  const rows = await dumpRows(service)
  for (const text of told)
    assert.ok(!rows.includes(text) && !open.logs.some((line) => line.includes(text)), text)
})
