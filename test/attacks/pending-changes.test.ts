import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { findEpoch } from '../../src/accounts/users/queries/users.ts'
import { issueLinkCode } from '../../src/flows/return/issue-link-code.ts'
import { changeEmail, changeToken, undo, verify } from '../support/address-change.ts'
import { appUrl, confirmLink } from '../support/federation.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { mailsTo, startMailing } from '../support/mailing.ts'
import { newEmail, signIn, tokensOf } from '../support/people.ts'
import { alongCode, proveFactor } from '../support/proof.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import {
  answerChallenge,
  appOf,
  begin,
  challengeFor,
  confirm,
  type Guarded,
  registerGuarded,
  settingsOf,
} from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { askForReset, beginReset, pass, resetTokenFor, waitingReset } from '../support/two-factor-reset.ts'

const service = await startMailing({
  OAUTH_PROVIDERS: 'github',
  OAUTH_GITHUB_CLIENT_ID: 'id',
  OAUTH_GITHUB_CLIENT_SECRET: 's',
  OAUTH_REDIRECT_URIS: appUrl,
})

const guard = async () => {
  const person = await registerGuarded(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
  await proveFactor(service, person)
  await mailsTo(service, person.email)
  return person
}

const changePassword = ({ userId, accessToken: token, password: currentPassword }: Guarded) =>
  send(service, 'PUT', `/users/${userId}/password`, {
    token,
    body: { currentPassword, password: newPassword, passwordConfirmation: newPassword },
  })

const newPassword = 'a password that is new'

/** Whatever an owner does who fears that somebody is in. */
const ends: Record<string, (person: Guarded) => Promise<unknown>> = {
  'a reset of the password': async (person) =>
    reset(service, await resetToken(service, person.email), newPassword),
  'a change of the password': changePassword,
  'signing out everywhere': ({ userId, accessToken: token }) =>
    send(service, 'DELETE', `/users/${userId}/sessions`, { token }),
  'switching two-factor off': (person) =>
    send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body: { code: person.code() } }),
  'undoing a change of address': async (person) => {
    const { undoToken } = await changeEmail(service, person)
    return undo(service, undoToken)
  },
}

/** What somebody else may have begun before. @returns what comes of going on with it */
const begun: Record<string, (person: Guarded) => Promise<() => Promise<Answer>>> = {
  'a reset of the password': async (person) => {
    const token = await resetToken(service, person.email)
    return () => reset(service, token, 'a password of a thief')
  },
  'a change of address': async (person) => {
    const token = await changeToken(service, person, newEmail())
    return () => verify(service, token)
  },
  'a reset of two-factor': async (person) => {
    const token = await resetTokenFor(service, person)
    return () => beginReset(service, token)
  },
  'a challenge': async (person) => {
    const challenge = await challengeFor(service, person)
    return () => askForReset(service, challenge)
  },
}

/** What somebody who has the password could do again and again does not take the mailbox's proof from the owner. */
const outlasts: Record<string, string[]> = {
  'signing out everywhere': ['a reset of the password', 'a reset of two-factor'],
  'switching two-factor off': ['a reset of the password'],
}

for (const [end, act] of Object.entries(ends)) {
  test(`${end} cancels every pending change, except those that only the mailbox proves`, async () => {
    for (const [what, start] of Object.entries(begun)) {
      // the same act uses that very link
      if (what === end || (what === 'a change of address' && end.startsWith('undoing'))) continue
      const person = await guard()
      const goOn = await start(person)
      await act(person)
      const answer = await goOn()
      if (outlasts[end]?.includes(what))
        assert.ok(answer.status < 300, `${what} after ${end}: ${answer.text}`)
      else assert.equal(answer.status, 401, `${what} after ${end}: ${answer.text}`)
    }
  })

  test(`${end} ${end === 'signing out everywhere' ? 'does not stop' : 'stops'} the removal of a second factor`, async () => {
    const person = await guard()
    await waitingReset(service, person)
    await act(person)
    for (let day = 0; day < 4; day++) await pass(service, 24)
    const [factor] = await service.deps.db.run(sql`select from totp_factors where user_id = ${person.userId}`)
    const isRemoved = end === 'signing out everywhere'
    assert.equal(factor !== undefined, end !== 'switching two-factor off' && !isRemoved)
    const events = await service.deps.db.run(sql`
      select from events
      where user_id = ${person.userId} and type = 'two_factor.disabled' and detail->>'by' = 'reset'`)
    assert.equal(events.length, isRemoved ? 1 : 0)
  })
}

for (const [end, act] of Object.entries(ends)) {
  // there is nothing to add to then
  if (end === 'switching two-factor off') continue
  test(`${end} cancels a pending authenticator app`, async () => {
    const person = await guard()
    const path = `/users/${person.userId}/authenticators`
    const { body: app } = await post(
      service,
      path,
      { name: 'Phone', ...alongCode(person) },
      { token: person.accessToken },
    )
    await act(person)
    const password = end.endsWith('password') ? newPassword : person.password
    const challenge = await challengeFor(service, { ...person, password })
    // an undo leaves no backup codes that the session of the change has made
    const signedIn = await answerChallenge(service, challenge, person.code())
    const body = { code: appOf(service, app.secret).code() }
    const goOnWith = (token: string) => send(service, 'PATCH', path, { token, body })
    // where the session that began it goes on, the app is gone all the same
    const late = await goOnWith(person.accessToken)
    const goesOn = end === 'a change of the password'
    assertRefused(late, goesOn ? 400 : 401, goesOn ? 'not_started' : 'unauthorized')
    assertRefused(await goOnWith(tokensOf(signedIn).accessToken), 400, 'not_started')
  })
}

test('a change of the password cancels a link to a provider that waits for its owner', async () => {
  const person = await guard()
  const { userId } = person
  const identity = { provider: 'github', subject: randomUUID(), email: undefined, codeChallenge: undefined }
  const epoch = await findEpoch(service.deps.db, userId)
  const code = await issueLinkCode(service.deps, identity, { userId, epoch: Number(epoch) })
  assert.equal((await changePassword(person)).status, 204)
  assertRefused(await confirmLink(service, person, 'github', { code }), 400, 'invalid_code')
})

test('switching two-factor on cancels changes begun with the password alone', async () => {
  const guarded = await guard()
  const off = { token: guarded.accessToken, body: { code: guarded.code() } }
  assert.equal((await send(service, 'DELETE', settingsOf(guarded), off)).status, 204)
  const token = await changeToken(service, guarded, newEmail())
  const { code } = await begin(service, guarded)
  assert.equal((await confirm(service, guarded, code())).status, 200)
  assertRefused(await verify(service, token), 401, 'invalid_credentials')
})

test('a change of address is cancelled with the session that requested it', async () => {
  const person = await guard()
  for (const end of [
    () => send(service, 'POST', '/auth/logout', { token: person.accessToken }),
    () => service.deps.db.run(sql`delete from sessions where user_id = ${person.userId}`),
  ]) {
    const token = await changeToken(service, person, newEmail())
    await end()
    assertRefused(await verify(service, token), 401, 'invalid_credentials')
    await service.deps.db.run(sql`delete from totp_factors where user_id = ${person.userId}`)
    Object.assign(person, tokensOf(await signIn(service, person)))
  }
})

test('somebody else’s sign-in does not cancel a change of address, which the owner still has to confirm', async () => {
  const person = await guard()
  const email = newEmail()
  const token = await changeToken(service, person, email)
  await challengeFor(service, person)
  assert.equal((await get(service, '/users/me', person.accessToken)).body.email, person.email)
  assert.equal((await verify(service, token)).status, 204)
  assert.equal((await get(service, '/users/me', person.accessToken)).body.email, email)
})
