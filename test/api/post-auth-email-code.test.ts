import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Config } from '../../src/config/config.ts'
import { invite } from '../../src/flows/registration/invite.ts'
import { registerOwned } from '../support/address-change.ts'
import {
  askForCode,
  challengeFor,
  codeByMail,
  codeMailedTo,
  signInByEmailCode,
} from '../support/email-code.ts'
import { get, send } from '../support/http.ts'
import { codeIn, type Mailing, mailsTo, nextMail, startMailing } from '../support/mailing.ts'
import { addPasskey, passkeysOf, proofBy } from '../support/passkeys.ts'
import { newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { answerChallenge, registerGuarded } from '../support/second-factor.ts'
import { first, many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ EMAIL_SIGN_IN: 'on' })
const { db } = service.deps

const variant = async (config: Partial<Config>): Promise<Mailing> =>
  ({
    ...(await startVariant(service, { config })),
    mailServer: service.mailServer,
  }) as Mailing

const eventsOf = async (userId: string) =>
  (await many<{ type: string }>(db, sql`select type from events where user_id = ${userId} order by id`)).map(
    ({ type }) => type,
  )

test('a mailed code signs its owner in, once', async () => {
  const { email, userId } = await registerOwned(service)
  const mailed = await codeByMail(service, email)
  const { accessToken, refreshToken } = tokensOf(await signInByEmailCode(service, mailed))
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.id, body.emailVerified], [userId, true])
  const { body: sessions } = await get(service, `/users/${userId}/sessions`, accessToken)
  const opened = sessions.find(({ current }: { current: boolean }) => current)
  assert.deepEqual(opened.methods, ['email_code'])
  assert.equal((await refresh(service, refreshToken)).status, 200)
  assertRefused(await signInByEmailCode(service, mailed), 401, 'invalid_challenge')
  assert.equal((await get(service, '/users/me', accessToken)).status, 200, 'the session stays')
})

test('a code is read whatever its case, blanks, dashes and look-alikes', async () => {
  const { email } = await registerOwned(service)
  const { challenge, code } = await codeByMail(service, email)
  const typed = ` ${code.toLowerCase().replace('-', ' – ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  assert.equal((await signInByEmailCode(service, { challenge, code: typed })).status, 200)
})

test('an answer tells when the code ends, ten minutes from now, and so it does', async () => {
  const { email } = await registerOwned(service)
  const { challenge, expiresAt } = await challengeFor(service, email)
  const left = await first<{ seconds: number }>(
    db,
    sql`select extract(epoch from ${expiresAt}::timestamptz - now()::timestamptz(3))::float8 as seconds`,
  )
  assert.ok(left && left.seconds > 500 && left.seconds <= 600, String(left?.seconds))
  const code = codeIn(await nextMail(service, email, 'Your code'))
  await shiftRows(service, 601)
  assertRefused(await signInByEmailCode(service, { challenge, code }), 401, 'invalid_challenge')
})

test('a newer request from the same place ends the older one', async () => {
  const { email } = await registerOwned(service)
  const older = await codeByMail(service, email)
  const newer = await codeByMail(service, email)
  assertRefused(await signInByEmailCode(service, older), 401, 'invalid_challenge')
  assert.equal((await signInByEmailCode(service, newer)).status, 200)
})

test('a code makes an account where registration is open, without a password and with a proven address', async () => {
  const email = `New.${newEmail()}`
  const headers = { 'accept-language': 'de' }
  const { challenge } = await challengeFor(service, email, { headers })
  const mail = await nextMail(service, email, 'Code für ein neues Konto')
  const answer = await signInByEmailCode(service, { challenge, code: codeIn(mail) }, { headers })
  const { accessToken } = tokensOf(answer)
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.email, body.emailVerified, body.language], [email, true, 'de'])
  assert.deepEqual(await eventsOf(body.id), ['user.registered', 'session.opened'])
  assertRefused(await signIn(service, { email, password: '' }), 401, 'invalid_credentials')
  assert.deepEqual(await mailsTo(service, email), [], 'nothing has to be confirmed')
  const again = await challengeFor(service, email)
  const code = codeIn(await nextMail(service, email, 'Ihr Code zum Anmelden'))
  assert.equal((await signInByEmailCode(service, { challenge: again.challenge, code })).status, 200)
})

test('two newcomers’ tabs make one account', async () => {
  const email = newEmail()
  const one = await codeMailedTo(service, email, { isForNewcomer: true })
  const other = await codeByMail(service, email)
  const answers = await Promise.all([one, other].map((mailed) => signInByEmailCode(service, mailed)))
  const ids = await Promise.all(
    answers.map(async (answer) => (await get(service, '/users/me', tokensOf(answer).accessToken)).body.id),
  )
  assert.equal(new Set(ids).size, 1)
})

const closed = await startMailing({ EMAIL_SIGN_IN: 'on', REGISTRATION: 'closed' })
const ofOneDomain = await startMailing({ EMAIL_SIGN_IN: 'on', REGISTRATION_DOMAINS: 'acme.example' })

for (const [where, node] of Object.entries({ closed, 'for one domain only': ofOneDomain }))
  test(`where registration is ${where}, a mail says so to the mailbox alone, and no code makes an account`, async () => {
    const email = newEmail()
    const { challenge } = await challengeFor(node, email)
    const mail = await nextMail(node, email, 'There is no account')
    assert.throws(() => codeIn(mail))
    const guess = await signInByEmailCode(node, { challenge, code: '0000-0000' })
    assert.deepEqual([guess.status, guess.body.code], [401, 'wrong_code'])
    // as if it had been mailed before registration was closed
    const earlier = await codeMailedTo(node, email, { isForNewcomer: true })
    assertRefused(await signInByEmailCode(node, earlier), 401, 'invalid_challenge')
  })

test('an invited person comes in by a code, even where registration is closed', async () => {
  const email = newEmail()
  const invited = await invite(closed.deps, { typed: email, canonical: email }, { kind: 'operator' })
  await nextMail(closed, email, 'invitation')
  const { accessToken } = tokensOf(await signInByEmailCode(closed, await codeByMail(closed, email)))
  const { body } = await get(closed, '/users/me', accessToken)
  assert.deepEqual([body.id, body.emailVerified], [invited?.userId, true])
  const left = await many(
    closed.deps.db,
    sql`select user_id from invitations where user_id = ${invited?.userId ?? ''}`,
  )
  assert.deepEqual(left, [])
})

test('an account with a second factor is asked for it, and the code is spent with the first step', async () => {
  const person = await registerGuarded(service)
  const mailed = await codeMailedTo(service, person.email)
  // proven before, so that nothing is claimed
  await db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
  const answer = await signInByEmailCode(service, mailed)
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'])
  assertRefused(await signInByEmailCode(service, mailed), 401, 'invalid_challenge')
  const { accessToken } = tokensOf(await answerChallenge(service, answer.body.challenge, person.code()))
  const { body } = await get(service, `/users/${person.userId}/sessions`, accessToken)
  const opened = body.find(({ current }: { current: boolean }) => current)
  assert.deepEqual(opened.methods, ['email_code', 'totp'])
})

test('where everybody needs a second factor, a newcomer sets one up first', async () => {
  const required = await variant({ twoFactor: 'required' })
  const answer = await signInByEmailCode(required, await codeByMail(required, newEmail()))
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_enrolment_required'])
})

test('where it is off, neither way is there', async () => {
  const off = await variant({ emailSignIn: false })
  const { email } = await registerOwned(service)
  assertRefused(await askForCode(off, email), 404, 'not_found')
  assertRefused(await signInByEmailCode(off, await codeMailedTo(service, email)), 404, 'not_found')
})

test('an account that has gone since the mail is not made again by its code', async () => {
  const { email } = await registerOwned(service)
  const mailed = await codeMailedTo(service, newEmail())
  assertRefused(await signInByEmailCode(service, mailed), 401, 'invalid_challenge')
  assert.equal((await signInByEmailCode(service, await codeByMail(service, email))).status, 200)
})

test('a mailbox is a way in while codes are mailed, and once it was proven: without, the last other one stays', async () => {
  const [owner, unproven] = [await registerOwned(service), await register(service)]
  const off = await variant({ emailSignIn: false })
  const removing = async (person: Person) => {
    const { passkey, added } = await addPasskey(service, person)
    await db.run(sql`delete from passwords where user_id = ${person.userId}`)
    return async (at: { address: string }) => {
      const body = await proofBy(at, person, passkey)
      return send(at, 'DELETE', `${passkeysOf(person)}/${added.id}`, { token: person.accessToken, body })
    }
  }
  const [removeOwners, removeOther] = [await removing(owner), await removing(unproven)]
  assertRefused(await removeOwners(off), 409, 'last_way_in')
  assertRefused(await removeOther(service), 409, 'last_way_in')
  assert.equal((await removeOwners(service)).status, 204)
  tokensOf(await signInByEmailCode(service, await codeMailedTo(service, owner.email)))
})

test('the export says which codes are on their way', async () => {
  const { email, userId, accessToken } = await registerOwned(service)
  const { expiresAt } = await challengeFor(service, email)
  const { body } = await get(service, `/users/${userId}/export`, accessToken)
  assert.deepEqual(body.links, [{ kind: 'sign-in-code', email, expiresAt }])
})

test('a password remains the other way in', async () => {
  const person = await registerOwned(service)
  await codeByMail(service, person.email)
  assert.equal((await signIn(service, person)).status, 200)
  assert.equal(
    (await reset(service, await resetToken(service, person.email), 'another password of tests')).status,
    204,
  )
})
