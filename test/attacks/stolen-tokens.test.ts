import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { askForChange, changeEmail, undo } from '../support/address-change.ts'
import { beginLink, confirmLink, followLink, signInWith, startFederated } from '../support/federation.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { nextMail, tokenIn } from '../support/mailing.ts'
import { newEmail, type Person, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { prove, proveFactor } from '../support/proof.ts'
import { race } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { enrol, type Guarded, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const mailServer = await startMailServer()
const federated = await startFederated(
  { globex: {} },
  {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'no-reply@acme.example',
    EMAIL_VERIFICATION: 'optional',
    REGISTRATIONS_PER_HOUR: '0',
  },
)
const service = { ...federated, mailServer }

const newPassword = 'a password of a thief'

/** Everything that changes how one signs in, as whoever has the token would ask for it. */
const changes: Record<string, (person: Person, more?: object) => Promise<Answer>> = {
  'the address': (person, more) => askForChange(service, person, { email: newEmail(), ...more }),
  'the password': (person) =>
    send(service, 'PUT', `/users/${person.userId}/password`, {
      token: person.accessToken,
      body: { currentPassword: person.password, password: newPassword, passwordConfirmation: newPassword },
    }),
  'a link to a provider': (person, more) => beginLink(service, person, 'globex', more),
  unlinking: (person, more) =>
    send(service, 'DELETE', `/users/${person.userId}/identities/globex`, {
      token: person.accessToken,
      body: more ?? {},
    }),
  closing: (person, more) =>
    send(service, 'DELETE', `/users/${person.userId}`, { token: person.accessToken, body: more ?? {} }),
}

/** Begins a link and goes through the provider. @returns the code to confirm it with */
const proven = async (person: Person): Promise<string> => {
  const subject = randomUUID()
  service.providers.globex.people.set(subject, { email: newEmail(), email_verified: true })
  const { body } = await beginLink(service, person, 'globex')
  return (await followLink(body.url, subject, service.providers.globex)).code as string
}

for (const [what, change] of Object.entries(changes)) {
  test(`with a second factor, ${what} requires it, however fresh the sign-in is`, async () => {
    const person = await registerGuarded(service)
    for (const more of [{}, { password: person.password }]) {
      const { status, body } = await change(person, more)
      assert.deepEqual(
        [status, body.code, body.methods],
        [403, 'reauthentication_required', ['totp', 'backup_code']],
      )
    }
    const byPassword = await prove(service, person, { method: 'password', password: person.password })
    assert.equal(byPassword.status, 204)
    assert.equal((await change(person)).status, 403, 'a password is no second factor')
    await proveFactor(service, person)
    // there is nothing to unlink, and the answer says so
    assert.match(String((await change(person)).status), /^(20[124]|404)$/)
  })
}

test('a renewed proof of a second factor lasts 15 minutes, for the session that gave it', async () => {
  const person = await registerGuarded(service)
  await proveFactor(service, person)
  const change = changes['the address'] as (typeof changes)[string]
  await service.deps.db.run(sql`
    update sessions set factor_proven_at = now() - interval '16 minutes' where user_id = ${person.userId}`)
  assert.equal((await change(person)).status, 403)
  await proveFactor(service, person)
  const { body } = await signIn(service, person)
  const other = tokensOf(
    await post(service, '/auth/token', {
      grant_type: 'two_factor',
      challenge: body.challenge,
      method: 'backup_code',
      code: person.backup.pop(),
    }),
  )
  assert.equal((await change({ ...person, ...other })).status, 403)
  assert.equal((await change(person)).status, 202)
})

test('a password in a request is checked and counted, however fresh the proof is', async () => {
  const wrong = { password: 'a guess of a thief' }
  const plain = await register(service)
  const fresh: [string, (more: object) => Promise<Answer>][] = [
    ...(['the address', 'a link to a provider', 'unlinking', 'closing'] as const).map(
      (what): [string, (more: object) => Promise<Answer>] => [
        what,
        (more) => (changes[what] as (typeof changes)[string])(plain, more),
      ],
    ),
    ['a second factor', (more) => post(service, settingsOf(plain), more, { token: plain.accessToken })],
  ]
  for (const [, ask] of fresh) assertRefused(await ask(wrong), 401, 'invalid_credentials')
  const guarded: Guarded = await registerGuarded(service)
  const token = guarded.accessToken
  const code = { code: guarded.backup[0], method: 'backup_code' }
  for (const answer of [
    await send(service, 'DELETE', settingsOf(guarded), { token, body: { ...code, ...wrong } }),
    await post(service, `${settingsOf(guarded)}/backup-codes`, { ...code, ...wrong }, { token }),
  ])
    assertRefused(answer, 401, 'invalid_credentials')
  // a second factor that was just proven makes up for no wrong password
  await proveFactor(service, guarded)
  for (const change of Object.values(changes))
    assertRefused(await change({ ...guarded, ...wrong }, wrong), 401, 'invalid_credentials')
  for (let times = fresh.length; times < 10; times++)
    assertRefused(await changes.closing!(plain, wrong), 401, 'invalid_credentials')
  assertRefused(await changes.closing!(plain, { password: plain.password }), 429, 'too_many_attempts')
  assert.equal((await get(service, '/users/me', plain.accessToken)).status, 200)
})

test('confirming a link needs a recent proof, and a refusal does not spend the code', async () => {
  const person = await register(service)
  const code = await proven(person)
  await service.deps.db.run(sql`
    update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${person.userId}`)
  const stale = await confirmLink(service, person, 'globex', { code })
  assert.deepEqual([stale.status, stale.body.code], [403, 'reauthentication_required'])
  await prove(service, person, { method: 'password', password: person.password })
  assert.equal((await confirmLink(service, person, 'globex', { code })).status, 200)
})

test('a never-confirmed mailbox can undo a change as well, and stays unconfirmed', async () => {
  const person = await register(service)
  const { email, undoToken } = await changeEmail(service, person)
  const thief = tokensOf(await signIn(service, { ...person, email }))
  assertFieldErrors(await tryToRegister(service, person), { email: 'database.unique' })
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await get(service, '/users/me', thief.accessToken), 401, 'unauthorized')
  assertRefused(await signIn(service, { ...person, email }), 401, 'invalid_credentials')
  const owner = tokensOf(await signIn(service, person))
  const { body } = await get(service, '/users/me', owner.accessToken)
  assert.deepEqual([body.email, body.emailVerified], [person.email, false])
})

test('a planter gains nothing when the mailbox’s owner undoes the change', async () => {
  const planted = await register(service)
  const { undoToken } = await changeEmail(service, await enrol(service, planted).then(withProof))
  const password = 'a password of the owner'
  const claimed = await post(service, '/auth/email/undo', {
    token: undoToken,
    password,
    passwordConfirmation: password,
  })
  assert.equal(claimed.status, 204, claimed.text)
  assertRefused(await get(service, '/users/me', planted.accessToken), 401, 'unauthorized')
  // no second factor of the thief's is in the way
  const owner = tokensOf(await signIn(service, { ...planted, password }))
  assert.equal((await get(service, '/users/me', owner.accessToken)).body.emailVerified, true)
})

test('a claimed account cannot be taken back by a never-confirmed mailbox', async () => {
  const person = await register(service)
  const first = await changeEmail(service, person)
  const second = await changeEmail(service, { ...person, email: first.email })
  assert.equal((await undo(service, second.undoToken)).status, 204)
  // as if the account had been claimed in between, by whoever proved the address first
  await service.deps.db.run(sql`update emails set verified_at = null where user_id = ${person.userId}`)
  const subject = randomUUID()
  service.providers.globex.people.set(subject, { email: first.email, email_verified: true })
  assert.ok((await signInWith(service, 'globex', subject)).code)
  assertRefused(await undo(service, first.undoToken), 401, 'invalid_credentials')
})

test('an undo cancels a pending link to a provider, even one confirmed at that moment', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await register(service)
    const { undoToken } = await changeEmail(service, person)
    const codes = await proven(person)
    const begun = await beginLink(service, person, 'globex')
    const answers = await race(service, 2, (index) =>
      index === 0
        ? { path: '/auth/email/undo', body: { token: undoToken } }
        : {
            method: 'PATCH',
            path: `/users/${person.userId}/identities/globex`,
            token: person.accessToken,
            body: { code: codes },
          },
    )
    assert.equal(answers[0]?.status, 204)
    const owner = tokensOf(await signIn(service, person))
    const linked = await get(service, `/users/${person.userId}/identities`, owner.accessToken)
    assert.deepEqual(linked.body, [])
    const confirmed = await confirmLink(service, { ...person, ...owner }, 'globex', { code: codes })
    assertRefused(confirmed, 400, 'invalid_code')
    const subject = randomUUID()
    service.providers.globex.people.set(subject, { email: newEmail(), email_verified: true })
    await assert.rejects(
      followLink(begun.body.url, subject, service.providers.globex).then(({ code }) => {
        if (code === undefined) throw new Error('it leads nowhere')
      }),
    )
  }
})

test('signing out everywhere cancels what was begun at a provider', async () => {
  const person = await register(service)
  const code = await proven(person)
  await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token: person.accessToken })
  const again = tokensOf(await signIn(service, person))
  assertRefused(await confirmLink(service, { ...person, ...again }, 'globex', { code }), 400, 'invalid_code')
})

test('the owner of a never-confirmed mailbox outlasts a thief who changes address, password and second factor', async () => {
  const person = await register(service)
  const { email, undoToken } = await changeEmail(service, person)
  const changed = await changes['the password']!(person)
  assert.equal(changed.status, 204, changed.text)
  await enrol(service, {
    ...person,
    ...tokensOf(await signIn(service, { ...person, email, password: newPassword })),
  })
  await shiftRows(service, 3_600)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(
    await signIn(service, { ...person, email, password: newPassword }),
    401,
    'invalid_credentials',
  )
  const token = tokenIn(await nextMail(service, person.email, 'new password'))
  const password = 'a password of the owner'
  const body = { token, password, passwordConfirmation: password }
  assert.equal((await post(service, '/auth/password/reset', body)).status, 204)
  tokensOf(await signIn(service, { ...person, password }))
})

const withProof = async (person: Guarded): Promise<Guarded> => {
  await proveFactor(service, person)
  return person
}
