import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challengeOf } from '../../src/flows/return/code.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import {
  askForKey,
  enrolmentFor,
  enrolmentIn,
  sendFirstCode,
  setUpApp,
  setUpKey,
  startApp,
} from '../support/enrolment.ts'
import { get, post, send } from '../support/http.ts'
import { mailsTo, startMailing } from '../support/mailing.ts'
import { addPasskey, askFor, passkeysOf, proofBy, signInBy } from '../support/passkeys.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  challengeFor,
  enrol,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const open = await startMailing({ EMAIL_VERIFICATION: 'off' })
const service = await startVariant(open, { config: { twoFactor: 'required' } })

const sessionsOf = async (accessToken: string) => (await get(service, '/users/me/sessions', accessToken)).body

test('the right password opens no session until a second factor is set up', async () => {
  const person = await register(open)
  const answer = await signIn(service, person)
  assert.equal(answer.status, 403, answer.text)
  const { message: _, challenge, expiresAt, ...told } = answer.body
  assert.deepEqual(told, { code: 'two_factor_enrolment_required', methods: ['totp', 'passkey'] })
  assert.match(challenge, /^sp_en_/)
  const seconds = (Date.parse(expiresAt) - Date.now()) / 1_000
  assert.ok(seconds > 870 && seconds <= 901, String(seconds))
  assert.equal((await sessionsOf(person.accessToken)).length, 1, 'the one from before')
})

test('setting up an app opens the session, with backup codes, and the app works from then on', async () => {
  const person = await register(open)
  const { answer, code } = await setUpApp(service, await enrolmentFor(service, person))
  const { accessToken } = tokensOf(answer)
  assert.equal(answer.body.backup.length, 10)
  const [session, ...others] = await sessionsOf(accessToken)
  assert.deepEqual(session.methods, ['password', 'totp'])
  assert.deepEqual(others, [], 'a session by one factor has ended')
  tokensOf(await answerChallenge(service, await challengeFor(service, person), code()))
  const challenge = await challengeFor(service, person)
  tokensOf(await answerChallenge(service, challenge, answer.body.backup[0], 'backup_code'))
})

test('the code that completed the setup counts as used, even if the database has forgotten it', async () => {
  const person = await register(open)
  const { answer, code } = await setUpApp(service, await enrolmentFor(service, person))
  const { body } = await get(service, settingsOf(person), tokensOf(answer).accessToken)
  assert.deepEqual([body.enabled, body.pendingUntil], [true, null])
  await service.deps.db.run(sql`update totp_factors set last_step = 0 where user_id = ${person.userId}`)
  const again = await answerChallenge(service, await challengeFor(service, person), code(-1))
  assert.deepEqual([again.status, again.body.alreadyUsed], [401, true])
})

test('a passkey sets up the required second factor, too, and is asked for after the password', async () => {
  const person = await register(open)
  const { answer } = await setUpKey(service, await enrolmentFor(service, person))
  const { accessToken } = tokensOf(answer)
  assert.equal(answer.body.backup.length, 10)
  assert.deepEqual((await sessionsOf(accessToken))[0].methods, ['password', 'passkey'])
  const [passkey] = (await get(service, '/users/me/passkeys', accessToken)).body
  assert.deepEqual([passkey.name, passkey.asSecondFactor], ['Security key', true])
  assert.deepEqual((await signIn(service, person)).body.methods, ['passkey', 'backup_code'])
})

test('the owner is notified by email, and sees it in the activity', async () => {
  const person = await register(open)
  await mailsTo(open, person.email)
  const { answer } = await setUpApp(service, await enrolmentFor(service, person))
  const subjects = (await mailsTo(open, person.email)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Two-factor authentication was turned on'])
  const { body } = await get(service, '/users/me/events', tokensOf(answer).accessToken)
  const types = body.events.map(({ type }: { type: string }) => type)
  for (const type of ['two_factor.enrolment_required', 'session.opened', 'two_factor.enabled'])
    assert.ok(types.includes(type), types.join())
})

test('a registration makes the account, and opens no session until a second factor is set up', async () => {
  const credentials = { email: newEmail(), password: 'a password of the tests' }
  const challenge = enrolmentIn(await tryToRegister(service, credentials))
  const sessions = sql`
    select from sessions join emails using (user_id) where emails.canonical = ${credentials.email}`
  assert.equal((await many(service.deps.db, sessions)).length, 0)
  const { answer } = await setUpApp(service, challenge)
  const { body } = await get(service, '/users/me', tokensOf(answer).accessToken)
  assert.deepEqual([body.email, body.twoFactor.enabled], [credentials.email, true])
  assertFieldErrors(await tryToRegister(service, credentials), { email: 'database.unique' })
})

test('a provider’s code waits for the setup, too', async () => {
  const { userId } = await register(open)
  const proof = { userId, epoch: 0, methods: ['acme'], codeChallenge: challengeOf('v') }
  const code = await issueCode(service.deps, proof)
  const { answer } = await setUpApp(service, enrolmentIn(await exchange(service, code, 'v')))
  assert.deepEqual((await sessionsOf(tokensOf(answer).accessToken))[0].methods, ['acme', 'totp'])
})

test('a passkey that verifies its owner is both factors, and a password alone does not get past it', async () => {
  const person = await register(open)
  const { passkey } = await addPasskey(open, person)
  tokensOf(await signInBy(service, passkey))
  const asked = await signIn(service, person)
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.methods],
    [403, 'two_factor_required', ['passkey']],
  )
  const { challenge } = asked.body
  const answer = (credential: object) =>
    post(service, '/auth/token', { grant_type: 'two_factor', challenge, method: 'passkey', credential })
  const request = await askFor(service, { challenge })
  // not by a touch alone
  assertRefused(await answer(passkey.get(request, { isVerified: false })), 401, 'invalid_credentials')
  const { accessToken } = tokensOf(await answer(passkey.get(await askFor(service, { challenge }))))
  const [session] = (await get(service, '/users/me/sessions', accessToken)).body
  assert.deepEqual(session.methods, ['password', 'passkey'])
})

test('a lost passkey of that kind can be removed after days of warnings, too', async () => {
  const person = await register(open)
  await addPasskey(open, person)
  const { challenge } = (await signIn(service, person)).body
  assert.equal((await post(service, '/auth/two-factor/reset', { challenge })).status, 202)
})

test('a setup challenge ends once the account has such a passkey', async () => {
  const person = await register(open)
  const challenge = await enrolmentFor(service, person)
  await addPasskey(open, person)
  assertRefused(await post(service, '/auth/two-factor/enrolment', { challenge }), 401, 'invalid_challenge')
})

test('an existing second factor is asked for as usual', async () => {
  const person = await registerGuarded(open)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
})

test('existing sessions continue', async () => {
  const person = await register(open)
  const { accessToken } = tokensOf(await refresh(service, person.refreshToken))
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)
})

test('the requirement applies from its date on, and not before', async () => {
  const person = await register(open)
  const from = (ms: number) => new Date(open.clock.nowMs + ms)
  const tomorrow = await startVariant(open, {
    config: { twoFactor: 'required', twoFactorFrom: from(86_400_000) },
  })
  tokensOf(await signIn(tomorrow, person))
  const since = await startVariant(open, { config: { twoFactor: 'required', twoFactorFrom: from(-1_000) } })
  await enrolmentFor(since, person)
})

test('a required confirmation of the address comes first', async () => {
  const strict = await startVariant(open, {
    config: { twoFactor: 'required', emailVerification: 'required' },
  })
  assertRefused(await signIn(strict, await register(open)), 403, 'email_unverified')
})

test('right passwords count no failures, even if no session follows', async () => {
  const person = await register(open)
  const wrong = { email: person.email, password: 'a wrong password' }
  for (let n = 0; n < 12; n++) await enrolmentFor(service, person)
  for (let n = 0; n < 5; n++) assertRefused(await signIn(service, wrong), 401, 'invalid_credentials')
  const { answer } = await setUpApp(service, await enrolmentFor(service, person))
  tokensOf(answer)
  // the complete sign-in has cleared them
  for (let n = 0; n < 10; n++) assertRefused(await signIn(service, wrong), 401, 'invalid_credentials')
})

test('without PUBLIC_URL no passkeys can be set up', async () => {
  const bare = await startVariant(open, { config: { twoFactor: 'required', publicUrl: undefined } })
  const answer = await signIn(bare, await register(open))
  assert.deepEqual(answer.body.methods, ['totp'])
  assertRefused(await askForKey(bare, enrolmentIn(answer)), 404, 'not_found')
})

test('the request is validated as in any other setup', async () => {
  const challenge = await enrolmentFor(service, await register(open))
  assertFieldErrors(await post(service, '/auth/two-factor/enrolment', {}), { challenge: 'required' })
  assertRefused(await sendFirstCode(service, challenge, '12345'), 400, 'invalid_code')
  assertRefused(await sendFirstCode(service, challenge, '123456'), 400, 'not_started')
  const { code } = await startApp(service, challenge)
  assertRefused(await sendFirstCode(service, challenge, wrongCode({ code })), 400, 'wrong_code')
  await shiftRows(service, 601)
  assertRefused(await sendFirstCode(service, challenge, code()), 400, 'not_started')
  const app = await startApp(service, challenge)
  tokensOf(await sendFirstCode(service, challenge, app.code().replace(/^.../, '$&\u{a0}')))
})

test('a required second factor cannot be turned off or removed as the last one, but replaced', async () => {
  const person = await registerGuarded(open)
  const proof = { code: person.backup[0], method: 'backup_code' }
  const token = person.accessToken
  const off = await send(service, 'DELETE', settingsOf(person), { token, body: proof })
  assertRefused(off, 409, 'second_factor_needed')
  await post(service, '/auth/proof', proof, { token })
  const apps = `/users/${person.userId}/authenticators`
  const [{ id }] = (await get(service, apps, token)).body
  const removed = await send(service, 'DELETE', `${apps}/${id}`, { token })
  assertRefused(removed, 409, 'second_factor_needed')
  const along = { ...proof, code: person.backup[1] }
  const { added, passkey } = await addPasskey(open, person, { asSecondFactor: true, along })
  assert.equal((await send(service, 'DELETE', `${apps}/${id}`, { token })).status, 204)
  const key = `${passkeysOf(person)}/${added.id}`
  assertRefused(await send(service, 'DELETE', key, { token }), 409, 'second_factor_needed')
  const resigned = await send(service, 'PATCH', key, { token, body: { asSecondFactor: false } })
  assertRefused(resigned, 409, 'second_factor_needed')
  const body = await proofBy(open, person, passkey)
  assert.equal((await send(open, 'DELETE', key, { token, body })).status, 204, 'where it is optional')
})

test('a second factor turned off before it was required is set up anew', async () => {
  const person = await enrol(open, await register(open))
  const proof = { code: person.backup[0], method: 'backup_code' }
  const off = await send(open, 'DELETE', settingsOf(person), { token: person.accessToken, body: proof })
  assert.equal(off.status, 204)
  tokensOf((await setUpApp(service, await enrolmentFor(service, person))).answer)
})
