import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post } from '../support/http.ts'
import { linkIn, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { openPage, pressButton, sendForm } from '../support/pages.ts'
import { newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startMailing({ EMAIL_VERIFICATION: 'off' })
const fresh = 'another password of the tests'

const forgot = (email: string, headers: Record<string, string> = {}) =>
  post(service, '/auth/password/forgot', { email }, { headers })

const reset = (token: string, password = fresh, passwordConfirmation = password) =>
  post(service, '/auth/password/reset', { token, password, passwordConfirmation })

const verified = async <Somebody extends Person>(person: Somebody): Promise<Somebody> => {
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
  return person
}

const askFor = async ({ email }: Pick<Person, 'email'>) => {
  assert.equal((await forgot(email)).status, 202)
  return nextMail(service, email, 'Set a new password')
}

test('a mailed link replaces a forgotten password, and everybody is signed out', async () => {
  const person = await verified(await register(service))
  const mail = await askFor(person)
  assert.equal(linkIn(mail).origin, 'https://accounts.example.com')
  const answer = await reset(tokenIn(mail))
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, person.refreshToken), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, password: fresh }))
  await nextMail(service, person.email, 'Your password was changed')
})

test('everybody gets the same answer, but only accounts get an email', async () => {
  const person = await register(service)
  const nobody = newEmail()
  const [known, unknown] = [await forgot(person.email.toUpperCase()), await forgot(nobody)]
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  assert.deepEqual([...known.headers.keys()], [...unknown.headers.keys()])
  await nextMail(service, person.email, 'Set a new password')
  assert.deepEqual(await mailsTo(service, nobody), [])
})

test('an account gets three emails an hour, and nothing reveals that there was no fourth', async () => {
  const person = await register(service)
  for (let time = 0; time < 10; time++) assert.equal((await forgot(person.email)).status, 202)
  for (let time = 0; time < 3; time++) await nextMail(service, person.email, 'Set a new password')
  assert.deepEqual(await mailsTo(service, person.email), [])
})

test('a link works once, for half an hour, until there is a newer one', async () => {
  const person = await register(service)
  const [older, newer] = [tokenIn(await askFor(person)), tokenIn(await askFor(person))]
  assertRefused(await reset(older), 401, 'invalid_credentials')
  assert.equal((await reset(newer)).status, 204)
  assertRefused(await reset(newer), 401, 'invalid_credentials')
  const late = tokenIn(await askFor(person))
  await shiftRows(service, 1_801)
  assertRefused(await reset(late), 401, 'invalid_credentials')
})

test('of simultaneous uses of one link, one sets the password', async () => {
  const person = await register(service)
  const token = tokenIn(await askFor(person))
  const answers = await race(service, 6, (index) => ({
    path: '/auth/password/reset',
    body: { token, password: `${fresh} ${index}`, passwordConfirmation: `${fresh} ${index}` },
  }))
  assert.deepEqual(statusesOf(answers), { 204: 1, 401: 5 })
  const winner = answers.findIndex(({ status }) => status === 204)
  tokensOf(await signIn(service, { ...person, password: `${fresh} ${winner}` }))
})

test('a second factor stays, and still has to be proven', async () => {
  const person = await verified(await registerGuarded(service))
  const waiting = await challengeFor(service, person)
  const token = tokenIn(await askFor(person))
  assert.equal((await reset(token)).status, 204)
  assertRefused(await answerChallenge(service, waiting, person.code()), 401, 'invalid_challenge')
  const challenge = await challengeFor(service, { ...person, password: fresh })
  tokensOf(await answerChallenge(service, challenge, person.code()))
})

test('on an account that was never proven, nothing set before survives', async () => {
  const planter = await registerGuarded(service)
  const token = tokenIn(await askFor(planter))
  assert.equal((await reset(token)).status, 204)
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
  const { accessToken } = tokensOf(await signIn(service, { ...planter, password: fresh }))
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.emailVerified, body.twoFactor.enabled], [true, false])
})

test('a new password must follow the rules, and a refused one leaves the link usable', async () => {
  const person = await register(service)
  const token = tokenIn(await askFor(person))
  assertFieldErrors(await reset(token, 'short'), { password: 'minLength' })
  assertFieldErrors(await reset(token, person.email), { password: 'notSameAs' })
  assertFieldErrors(await reset(token, fresh, 'other'), { passwordConfirmation: 'confirmed' })
  assertFieldErrors(await post(service, '/auth/password/reset', {}), { token: 'required' })
  assert.equal((await reset(token)).status, 204)
})

test('an invalid link is refused, and so is one of another kind', async () => {
  const person = await register(service)
  const token = tokenIn(await askFor(person))
  const raw = Buffer.from(token.slice(6), 'base64url')
  raw[0] = raw[0]! ^ 1
  for (const wrong of [
    '0',
    'null',
    token.slice(0, -1),
    `sp_ev_${token.slice(6)}`,
    `sp_pr_${raw.toString('base64url')}`,
  ])
    assertRefused(await reset(wrong), 401, 'invalid_credentials')
  assert.equal((await reset(token)).status, 204)
})

test('forwarding headers cannot choose where the link leads', async () => {
  const person = await register(service)
  assert.equal(
    (await forgot(person.email, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }))
      .status,
    202,
  )
  const mail = await nextMail(service, person.email)
  assert.equal(linkIn(mail).origin, 'https://accounts.example.com')
  assert.doesNotMatch(mail.text.replaceAll(tokenIn(mail), ''), /evil/)
})

test('opening the page spends nothing, and the page explains a refused password', async () => {
  const person = await register(service)
  const link = linkIn(await askFor(person))
  for (let time = 0; time < 10; time++) assert.equal((await openPage(service, link)).status, 200)
  assert.equal((await openPage(service, link, 'HEAD')).status, 200)
  const page = await openPage(service, link)
  const wrong = await sendForm(service, link, page, { password: 'short', passwordConfirmation: 'shorter' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Please use at least 8 characters/)
  assert.doesNotMatch(wrong.text, /shorter|<script/)
  const refused = await sendForm(
    service,
    link,
    page,
    { password: fresh, passwordConfirmation: fresh },
    { 'sec-fetch-site': 'cross-site' },
  )
  assert.equal(refused.status, 403)
  const done = await pressButton(service, link, { password: fresh, passwordConfirmation: fresh })
  assert.equal(done.status, 200)
  assert.match(done.text, /Your new password is set/)
  tokensOf(await signIn(service, { ...person, password: fresh }))
  assert.equal((await openPage(service, link)).status, 401)
})
