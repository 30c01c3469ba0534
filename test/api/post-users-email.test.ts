import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import {
  askForChange,
  changeEmail,
  changeToken,
  registerProven,
  undo,
  verify,
} from '../support/address-change.ts'
import { goingAway } from '../support/going-away.ts'
import { get, post, send } from '../support/http.ts'
import { linkIn, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { openPage, pressButton } from '../support/pages.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { proveFactor } from '../support/proof.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { reset } from '../support/reset.ts'
import { enrol, registerGuarded } from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startMailing()
await ownWithoutTriggers(service)

const emailOf = async (accessToken: string) => {
  const { body } = await get(service, '/users/me', accessToken)
  return [body.email, body.emailVerified]
}

const typesOf = async (userId: string) => {
  const events = await many<{ type: string }>(
    service.deps.db,
    sql`select type from events where user_id = ${userId} order by id`,
  )
  return events.map(({ type }) => type)
}

test('an address changes only once the new mailbox has confirmed it', async () => {
  const person = await registerProven(service)
  const email = newEmail().replace(/^.+@/, (local) => local.toUpperCase())
  const asked = await askForChange(service, person, { email: ` ${email} ` })
  assert.deepEqual([asked.status, asked.text], [202, ''])
  const mail = await nextMail(service, email, 'Confirm your new')
  assert.deepEqual(await emailOf(person.accessToken), [person.email, true])
  assert.deepEqual(await mailsTo(service, person.email), [])

  const token = tokenIn(mail)
  const answer = await verify(service, token)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.deepEqual(await emailOf(person.accessToken), [email, true])
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, email: email.toLowerCase() }))
  assertRefused(await verify(service, token), 401, 'invalid_credentials')
  assert.ok((await typesOf(person.userId)).includes('email.changed'))
})

test('the former mailbox gets a link that undoes the change, once, within seven days', async () => {
  const person = await registerProven(service)
  const { email, undoToken } = await changeEmail(service, person)
  const since = tokensOf(await signIn(service, { ...person, email }))
  const answer = await undo(service, undoToken)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assertRefused(await get(service, '/users/me', since.accessToken), 401, 'unauthorized')
  assertRefused(await signIn(service, { ...person, email }), 401, 'invalid_credentials')
  const owner = tokensOf(await signIn(service, person))
  assert.deepEqual(await emailOf(owner.accessToken), [person.email, true])
  assertRefused(await undo(service, undoToken), 401, 'invalid_credentials')

  const mail = await nextMail(service, person.email, 'new password')
  assert.equal((await reset(service, tokenIn(mail), 'a password that is new')).status, 204)
  tokensOf(await signIn(service, { ...person, password: 'a password that is new' }))
  assert.ok((await typesOf(person.userId)).includes('email.change_undone'))
})

test('the requesting session and older ones continue, and must prove their identity again', async () => {
  const person = await registerProven(service)
  await shiftRows(service, 60)
  const asking = { ...person, ...tokensOf(await signIn(service, person)) }
  const younger = tokensOf(await signIn(service, person))
  const { undoToken } = await changeEmail(service, asking)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await get(service, '/users/me', younger.accessToken), 401, 'unauthorized')
  const email = newEmail()
  for (const session of [person, asking]) {
    assert.deepEqual(await emailOf(session.accessToken), [person.email, true])
    const stale = await askForChange(service, session, { email })
    assert.deepEqual([stale.status, stale.body.code], [403, 'reauthentication_required'])
    const { password } = person
    assert.equal((await askForChange(service, session, { email, password })).status, 202)
  }
})

test('a new password in that step signs everybody out', async () => {
  const person = await registerProven(service)
  const other = tokensOf(await signIn(service, person))
  const { undoToken } = await changeEmail(service, person)
  const password = 'a password of the owner'
  const wrong = { token: undoToken, password, passwordConfirmation: 'x' }
  assertFieldErrors(await post(service, '/auth/email/undo', wrong), { passwordConfirmation: 'confirmed' })
  const asEmail = { ...wrong, password: person.email, passwordConfirmation: person.email }
  assertFieldErrors(await post(service, '/auth/email/undo', asEmail), { password: 'notSameAs' })
  const done = await post(service, '/auth/email/undo', { ...wrong, passwordConfirmation: password })
  assert.deepEqual([done.status, done.text], [204, ''])
  for (const { accessToken } of [person, other])
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...person, password }))
  const subjects = (await mailsTo(service, person.email)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Your password was changed'])
})

test('after seven days the change cannot be undone, and others may have the address', async () => {
  const person = await registerProven(service)
  const { undoToken } = await changeEmail(service, person)
  await shiftRows(service, 7 * 86_400 + 1)
  assertRefused(await undo(service, undoToken), 401, 'invalid_credentials')
  await register(service, { email: person.email })
})

test('an address stays reserved while any undo link leads back to it', async () => {
  const person = await registerProven(service)
  const thiefs = await changeEmail(service, person)
  const back = await changeEmail(service, { ...person, email: thiefs.email }, person.email)
  assert.equal((await undo(service, back.undoToken)).status, 204)
  assertFieldErrors(await tryToRegister(service, person), { email: 'database.unique' })
  assert.equal((await undo(service, thiefs.undoToken)).status, 204)
  assert.deepEqual(await emailOf(tokensOf(await signIn(service, person)).accessToken), [person.email, true])
  await register(service, { email: thiefs.email })
})

test('the hosted pages change and undo with their button, not when opened', async () => {
  const person = await registerProven(service)
  const email = newEmail()
  await askForChange(service, person, { email })
  const link = linkIn(await nextMail(service, email, 'Confirm your new'))
  for (let times = 0; times < 10; times++) {
    assert.equal((await openPage(service, link, times % 2 ? 'HEAD' : 'GET')).status, 200)
  }
  const changed = await pressButton(service, link)
  assert.deepEqual([changed.status, /Your address has been changed/.test(changed.text)], [200, true])
  assert.equal((await openPage(service, link)).status, 401)

  const undoLink = linkIn(await nextMail(service, person.email, 'was changed'))
  for (let times = 0; times < 10; times++) {
    assert.equal((await openPage(service, undoLink, times % 2 ? 'HEAD' : 'GET')).status, 200)
  }
  const short = await pressButton(service, undoLink, { password: 'short', passwordConfirmation: 'short' })
  assert.deepEqual([short.status, /at least 8 characters/.test(short.text)], [422, true])
  const undone = await pressButton(service, undoLink, { password: '', passwordConfirmation: '' })
  assert.deepEqual([undone.status, /Your email address has been restored/.test(undone.text)], [200, true])
  assert.equal((await openPage(service, undoLink)).status, 401)
  tokensOf(await signIn(service, person))
})

test('an unconfirmed mailbox is notified of the change, and can undo it for as long', async () => {
  const person = await register(service)
  const email = newEmail()
  assert.equal((await verify(service, await changeToken(service, person, email))).status, 204)
  const { text } = await nextMail(service, person.email, 'was changed')
  assert.match(text, /undo-email-change\?token=/)
  assert.doesNotMatch(text, new RegExp(email))
  assert.deepEqual(await emailOf(person.accessToken), [email, true])
  await shiftRows(service, 7 * 86_400 + 1)
  await register(service, { email: person.email })
})

test('an invalid, taken or unchanged address is refused by its field', async () => {
  const person = await registerProven(service)
  const other = await register(service)
  for (const [body, rule] of [
    [{}, 'required'],
    [{ email: 1 }, 'string'],
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ email: person.email.toUpperCase() }, 'notSameAs'],
  ] as const)
    assertFieldErrors(await askForChange(service, person, body), { email: rule })
  await service.deps.db.run(sql`delete from attempts where subject = ${subjectOf.user(person.userId)}`)
  const taken = await askForChange(service, person, { email: other.email.toUpperCase() })
  assertFieldErrors(taken, { email: 'database.unique' })
})

test('at most three requests an hour are allowed, taken addresses included', async () => {
  const person = await registerProven(service)
  const { email } = await register(service)
  for (let times = 0; times < 3; times++) await askForChange(service, person, { email })
  assertRefused(await askForChange(service, person, { email }), 429, 'too_many_attempts')
})

test('a request undone by an outage does not count', async () => {
  const person = await registerProven(service)
  const email = newEmail()
  const away = await goingAway(service)
  for (let times = 0; times < 4; times++)
    assertRefused(await askForChange(away, person, { email }), 503, 'unavailable')
  assert.equal((await askForChange(service, person, { email })).status, 202)
})

test('only the newest request counts, for an hour', async () => {
  const person = await registerProven(service)
  const first = await changeToken(service, person, newEmail())
  const second = await changeToken(service, person, newEmail())
  assertRefused(await verify(service, first), 401, 'invalid_credentials')
  await shiftRows(service, 3_601)
  assertRefused(await verify(service, second), 401, 'invalid_credentials')
  const owner = tokensOf(await signIn(service, person))
  assert.deepEqual(await emailOf(owner.accessToken), [person.email, true])
})

test('an address taken in the meantime is refused, and the link stays usable', async () => {
  const person = await registerProven(service)
  const email = newEmail()
  await askForChange(service, person, { email })
  const link = linkIn(await nextMail(service, email, 'Confirm your new'))
  const other = await register(service, { email })
  const refused = await verify(service, link.searchParams.get('token') as string)
  assertFieldErrors(refused, { email: 'database.unique' })
  const page = await pressButton(service, link)
  assert.deepEqual([page.status, /already has an account/.test(page.text)], [422, true])
  assert.deepEqual(await emailOf(other.accessToken), [email, false])
  assert.deepEqual(await emailOf(person.accessToken), [person.email, true])
})

test('links to the former address do not affect the new one', async () => {
  const person = await register(service)
  const old = tokenIn(await nextMail(service, person.email, 'Confirm'))
  const email = newEmail()
  assert.equal((await verify(service, await changeToken(service, person, email))).status, 204)
  assertRefused(await verify(service, old), 401, 'invalid_credentials')
})

test('a second factor from before the change stays, and newer ones go', async () => {
  const guarded = await registerGuarded(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${guarded.userId}`)
  await proveFactor(service, guarded)
  const before = await changeEmail(service, guarded)
  assert.equal((await undo(service, before.undoToken)).status, 204)
  assert.equal((await signIn(service, guarded)).body.code, 'two_factor_required')

  const moved = await registerGuarded(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${moved.userId}`)
  await proveFactor(service, moved)
  const leaving = await changeEmail(service, moved)
  await service.deps.db.run(
    sql`update totp_factors set confirmed_at = now() + interval '1 second' where user_id = ${moved.userId}`,
  )
  assert.equal((await undo(service, leaving.undoToken)).status, 204)
  assert.equal((await signIn(service, moved)).body.code, 'two_factor_required', 'a new phone since')

  const person = await registerProven(service)
  const { undoToken } = await changeEmail(service, person)
  await proveFactor(service, await enrol(service, person))
  const password = 'a password of a thief'
  const changed = await send(service, 'PUT', `/users/${person.userId}/password`, {
    token: person.accessToken,
    body: { currentPassword: person.password, password, passwordConfirmation: password },
  })
  assert.equal(changed.status, 204, changed.text)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await signIn(service, { ...person, password }), 401, 'invalid_credentials')
  const link = tokenIn(await nextMail(service, person.email, 'new password'))
  assert.equal((await reset(service, link, 'a password of the owner')).status, 204)
  tokensOf(await signIn(service, { ...person, password: 'a password of the owner' }))
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
