import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { changeEmail } from '../support/address-change.ts'
import { get, post } from '../support/http.ts'
import { linkIn, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { openPage, pressButton, sendForm } from '../support/pages.ts'
import { exchange, newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { forgot, reset, resetToken } from '../support/reset.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startMailing()
const newPassword = 'a password that is new'

/** Somebody whose mailbox is proven. */
const registerProven = async () => {
  const person = await register(service)
  const token = tokenIn(await nextMail(service, person.email))
  assert.equal((await post(service, '/auth/email/verify', { token })).status, 204)
  return person
}

const eventsOf = (userId: string) =>
  many<{ type: string; detail: object }>(
    service.deps.db,
    sql`select type, detail from events where user_id = ${userId} order by id`,
  )

test('a forgotten password is replaced once through the mailed link, and everybody is signed out', async () => {
  const person = await registerProven()
  const other = tokensOf(await signIn(service, person))
  const asked = await forgot(service, ` ${person.email.toUpperCase()} `)
  assert.deepEqual([asked.status, asked.text], [202, ''])
  const mail = await nextMail(service, person.email, 'new password')
  assert.match(mail.text, /^From: 127\.0\.0\.1$/m)
  const token = tokenIn(mail)
  const answer = await reset(service, token, newPassword)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  for (const { accessToken, refreshToken } of [person, other]) {
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
    assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  }
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, password: newPassword }))
  assertRefused(await reset(service, token, 'yet another password'), 401, 'invalid_credentials')
  const told = (await eventsOf(person.userId)).map(({ type }) => type)
  assert.deepEqual(told.slice(-6), [
    'password.reset_requested',
    'session.ended',
    'session.ended',
    'password.reset',
    'sign_in.refused',
    'session.opened',
  ])
})

test('the hosted pages work from start to end without a script', async () => {
  const person = await registerProven()
  const start = new URL('https://accounts.example.com/account/forgot-password')
  const asking = await openPage(service, start)
  const wrong = await sendForm(service, start, asking, { email: '"><script>' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Please enter a valid email address/)
  assert.doesNotMatch(wrong.text, /<script>/)
  assert.equal((await sendForm(service, start, asking, { email: person.email })).status, 200)

  const link = linkIn(await nextMail(service, person.email, 'new password'))
  const asked = await openPage(service, link)
  const [, until = ''] =
    /This link works once, until (\w+ \d+, \d{4} at \d\d:\d\d) UTC\./.exec(asked.text) ?? []
  const minutesLeft = (Date.parse(`${until.replace(' at', '')} UTC`) - Date.now()) / 60_000
  assert.ok(minutesLeft > 27 && minutesLeft <= 30, asked.text)
  const short = await pressButton(service, link, { password: 'short', passwordConfirmation: 'shorter' })
  assert.equal(short.status, 422)
  assert.match(short.text, /Please use at least 8 characters/)
  assert.match(short.text, /The two passwords are not the same/)
  const typed = { password: newPassword, passwordConfirmation: newPassword }
  const done = await sendForm(service, link, short, typed)
  assert.deepEqual([done.status, /Your new password is set/.test(done.text)], [200, true])
  tokensOf(await signIn(service, { ...person, password: newPassword }))
  assert.equal((await openPage(service, link)).status, 401)
})

test('a second factor stays, and is asked for afterwards', async () => {
  const guarded = await registerGuarded(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${guarded.userId}`)
  const token = await resetToken(service, guarded.email)
  assert.equal((await reset(service, token, newPassword)).status, 204)
  const challenge = await challengeFor(service, { ...guarded, password: newPassword })
  tokensOf(await answerChallenge(service, challenge, guarded.code()))
})

test('an account without a password gets one', async () => {
  const person = await registerProven()
  await service.deps.db.run(sql`delete from passwords where user_id = ${person.userId}`)
  assert.equal((await reset(service, await resetToken(service, person.email), newPassword)).status, 204)
  tokensOf(await signIn(service, { ...person, password: newPassword }))
})

test('a link works for half an hour, and only the newest one does', async () => {
  const person = await registerProven()
  const old = await resetToken(service, person.email)
  const token = await resetToken(service, person.email)
  assertRefused(await reset(service, old, newPassword), 401, 'invalid_credentials')
  await shiftRows(service, 1_801)
  assertRefused(await reset(service, token, newPassword), 401, 'invalid_credentials')
  tokensOf(await signIn(service, person))
})

test('a new password must follow the usual rules', async () => {
  const person = await registerProven()
  const token = await resetToken(service, person.email)
  for (const [password, rule] of [
    ['short', 'minLength'],
    ['password1', 'common'],
    [person.email, 'notSameAs'],
    ['a\0b c d e f g', 'wellFormed'],
  ] as const)
    assertFieldErrors(await reset(service, token, password), { password: rule })
  const differing = { token, password: newPassword, passwordConfirmation: 'x' }
  assertFieldErrors(await post(service, '/auth/password/reset', differing), {
    passwordConfirmation: 'confirmed',
  })
  assertFieldErrors(await post(service, '/auth/password/reset', {}), { token: 'required' })
  assertFieldErrors(await post(service, '/auth/password/forgot', { email: 'nobody' }), { email: 'email' })
  assert.equal((await reset(service, token, newPassword)).status, 204)
})

test('the owner gets in again at once, however often strangers have guessed', async () => {
  const person = await registerProven()
  for (let times = 0; times < 11; times++) await signIn(service, { ...person, password: 'a wrong password' })
  assertRefused(await signIn(service, person), 429, 'too_many_attempts')
  assert.equal((await reset(service, await resetToken(service, person.email), newPassword)).status, 204)
  tokensOf(await signIn(service, { ...person, password: newPassword }))
})

test('a new password, by reset or by undo, ends the block after a hundred consecutive wrong ones', async () => {
  for (const wayBack of [byReset, byUndo]) {
    const person = await registerProven()
    await signIn(service, { ...person, password: 'a wrong password' })
    await service.deps.db.run(sql`delete from known_addresses where user_id = ${person.userId}`)
    await signIn(service, { ...person, password: 'a wrong password' })
    await service.deps.db.run(sql`update attempts set in_a_row = 99 where starts_with(kind, 'password')`)
    await signIn(service, { ...person, password: 'a wrong password' })
    assert.match(
      (await nextMail(service, person.email, 'trying to get')).text,
      /a\s+hundred\s+wrong\s+passwords/,
    )
    assertRefused(await signIn(service, person), 429, 'too_many_attempts')
    assert.equal((await wayBack(person)).status, 204)
    tokensOf(await signIn(service, { ...person, password: newPassword }))
  }
})

const byReset = async ({ email }: Person) => reset(service, await resetToken(service, email), newPassword)

const byUndo = async (person: Person) => {
  const { undoToken: token } = await changeEmail(service, person)
  return post(service, '/auth/email/undo', {
    token,
    password: newPassword,
    passwordConfirmation: newPassword,
  })
}

test('sign-ins in progress open nothing any more', async () => {
  const { userId, email } = await registerProven()
  const code = await issueCode(service.deps, { userId, epoch: 0, methods: ['github'] })
  assert.equal((await reset(service, await resetToken(service, email), newPassword)).status, 204)
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
})

test('unknown and disabled accounts get no email', async () => {
  const unknown = newEmail()
  const person = await registerProven()
  const token = await resetToken(service, person.email)
  await service.deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  for (const email of [unknown, person.email]) assert.equal((await forgot(service, email)).status, 202)
  assert.deepEqual(await mailsTo(service, unknown), [])
  assert.deepEqual(await mailsTo(service, person.email), [])
  assertRefused(await reset(service, token, newPassword), 401, 'invalid_credentials')
  const rows = await service.deps.db.run(sql`select from outbox where recipient = ${unknown}`)
  assert.deepEqual(rows, [], 'an address that somebody typed is not kept')
})
