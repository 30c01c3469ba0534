import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { changeEmail, changeToken, undo } from '../support/address-change.ts'
import { beginLink, confirmLink, followLink, signInWith, startFederated } from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeIn, nextMail, tokenIn } from '../support/mailing.ts'
import { exchange, newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { answerChallenge, challengeFor, enrol, settingsOf } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { assertAllShut } from '../support/shut.ts'
import { many, sql } from '../support/sql.ts'
import { trusted } from '../support/trusted-devices.ts'

const mailServer = await startMailServer()
const settings = {
  SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
  MAIL_FROM: 'no-reply@acme.example',
  EMAIL_VERIFICATION: 'optional',
}
const federated = await startFederated({ globex: {} }, settings)
const service = { ...federated, mailServer }
const second = await startSecond(service, { PORT: '0' })
const { globex } = service.providers
const newPassword = 'a password that is new'

/** Somebody who registered another’s address, and set up all that could last. */
const plant = async () => {
  const planter = await register(service)
  const { body: link } = await beginLink(service, planter, 'globex')
  const subject = randomUUID()
  globex.people.set(subject, { email: newEmail(), email_verified: true })
  const { code } = await followLink(link.url, subject, globex)
  assert.equal((await confirmLink(service, planter, 'globex', { code })).status, 200)
  const guarded = await enrol(service, planter)
  await trusted(service, guarded)
  return { planter: guarded, subject }
}

const tablesWith = async (userId: string) => {
  const tables = [
    'passwords',
    'totp_factors',
    'backup_codes',
    'identities',
    'sessions',
    'mail_links',
    'challenges',
    'trusted_devices',
  ]
  const left = []
  for (const table of tables) {
    const rows = await service.deps.db.run({
      name: 'a test',
      parts: [`select from ${table} where user_id = '${userId}'`],
      values: [],
    })
    if (rows.length > 0) left.push(table)
  }
  return left
}

test('resetting the password of a planted account removes everything of the stranger’s', async () => {
  const { planter, subject } = await plant()
  const challenge = await challengeFor(service, planter)
  const oauthCode = await issueCode(service.deps, { userId: planter.userId, epoch: 1, methods: ['globex'] })
  const verification = await nextMail(service, planter.email, 'Confirm')
  const token = await resetToken(service, planter.email)
  assert.equal((await reset(service, token, newPassword)).status, 204)

  assert.deepEqual(await tablesWith(planter.userId), ['passwords'])
  await assertAllShut(service, planter.userId, planter)
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
  assertRefused(await answerChallenge(service, challenge, planter.code()), 401, 'invalid_challenge')
  assertRefused(await exchange(service, oauthCode), 401, 'invalid_credentials')
  for (const proof of [
    { token: tokenIn(verification) },
    { email: planter.email, code: codeIn(verification) },
  ])
    assertRefused(await post(service, '/auth/email/verify', proof), 401, 'invalid_credentials')

  const owner = tokensOf(await signIn(service, { ...planter, password: newPassword }))
  const { body } = await get(service, '/users/me', owner.accessToken)
  assert.deepEqual([body.id, body.emailVerified, body.twoFactor.enabled], [planter.userId, true, false])
  // the planter’s own identity leads to an account of its own
  const { code } = await signInWith(service, 'globex', subject)
  const elsewhere = tokensOf(await exchange(service, code as string))
  assert.notEqual((await get(service, '/users/me', elsewhere.accessToken)).body.id, planter.userId)
})

test('a later reset unlinks providers that were linked before the mailbox was confirmed', async () => {
  const { planter, subject } = await plant()
  // the owner confirms an account that is not theirs, by mistake
  const verification = await nextMail(service, planter.email, 'Confirm')
  assert.equal((await post(service, '/auth/email/verify', { token: tokenIn(verification) })).status, 204)
  const token = await resetToken(service, planter.email)
  assert.equal((await reset(service, token, newPassword)).status, 204)
  await assertAllShut(service, planter.userId, planter)
  const { code } = await signInWith(service, 'globex', subject)
  const elsewhere = tokensOf(await exchange(service, code as string))
  assert.notEqual((await get(service, '/users/me', elsewhere.accessToken)).body.id, planter.userId)
  const events = await many<{ type: string; detail: object }>(
    service.deps.db,
    sql`select type, detail from events where user_id = ${planter.userId} and type = 'identity.unlinked'`,
  )
  assert.deepEqual(events, [{ type: 'identity.unlinked', detail: { provider: 'globex' } }])
})

/** The person of a mailbox, at a provider that says so. @returns the tokens, or what asks for more */
const comeBy = async (email: string) => {
  const subject = randomUUID()
  globex.people.set(subject, { email, email_verified: true })
  const { code } = await signInWith(service, 'globex', subject)
  return exchange(service, code as string)
}

test('where only a link confirmed, a provider’s sign-in claims the account: planter’s session and password go', async () => {
  const planter = await register(service)
  const token = tokenIn(await nextMail(service, planter.email, 'Confirm'))
  // somebody else’s session says nothing about who registered
  const { accessToken } = await register(service)
  assert.equal((await post(service, '/auth/email/verify', { token }, { token: accessToken })).status, 204)
  const owner = tokensOf(await comeBy(planter.email))
  const { body } = await get(service, '/users/me', owner.accessToken)
  assert.equal(body.id, planter.userId)
  assertRefused(await get(service, '/users/me', planter.accessToken), 401, 'unauthorized')
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
  await nextMail(service, planter.email, 'Earlier ways to sign in were removed')
  // once: what the owner sets up afterwards stays
  assert.equal((await reset(service, await resetToken(service, planter.email), newPassword)).status, 204)
  const again = tokensOf(await signIn(service, { ...planter, password: newPassword }))
  await send(service, 'DELETE', `/users/${planter.userId}/identities/globex`, { token: again.accessToken })
  tokensOf(await comeBy(planter.email))
  tokensOf(await signIn(service, { ...planter, password: newPassword }))
})

test('such a claim keeps the second factor, or the mailbox would be worth both', async () => {
  const { planter } = await plant()
  const token = tokenIn(await nextMail(service, planter.email, 'Confirm'))
  assert.equal((await post(service, '/auth/email/verify', { token })).status, 204)
  await send(service, 'DELETE', `/users/${planter.userId}/identities/globex`, { token: planter.accessToken })
  await service.deps.db.run(sql`delete from identities where user_id = ${planter.userId}`)
  await service.deps.db.run(sql`delete from identity_owners where user_id = ${planter.userId}`)
  const asked = await comeBy(planter.email)
  assert.deepEqual([asked.status, asked.body.code], [403, 'two_factor_required'])
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
})

test('nothing is removed where the account’s own session, or a typed code, confirmed', async () => {
  for (const isTyped of [false, true]) {
    const person = await register(service)
    const mail = await nextMail(service, person.email, 'Confirm')
    const proof = isTyped ? { email: person.email, code: codeIn(mail) } : { token: tokenIn(mail) }
    const by = isTyped ? {} : { token: person.accessToken }
    assert.equal((await post(service, '/auth/email/verify', proof, by)).status, 204)
    tokensOf(await comeBy(person.email))
    assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
    tokensOf(await signIn(service, person))
  }
})

test('nothing is removed where a new password was set by email after a link had confirmed', async () => {
  const person = await register(service)
  const token = tokenIn(await nextMail(service, person.email, 'Confirm'))
  assert.equal((await post(service, '/auth/email/verify', { token })).status, 204)
  assert.equal((await reset(service, await resetToken(service, person.email), newPassword)).status, 204)
  const owner = tokensOf(await signIn(service, { ...person, password: newPassword }))
  tokensOf(await comeBy(person.email))
  assert.equal((await get(service, '/users/me', owner.accessToken)).status, 200)
})

test('such a claim depends on how a new address was confirmed; one restored by an undo counts as confirmed by link', async () => {
  const ways: [isOwn: boolean, comes: (person: Person) => Promise<string>][] = [
    [false, async (person) => (await changeEmail(service, person)).email],
    [
      true,
      async (person) => {
        const email = newEmail()
        const token = await changeToken(service, person, email)
        const { status } = await post(service, '/auth/email/verify', { token }, { token: person.accessToken })
        assert.equal(status, 204)
        return email
      },
    ],
    [
      false,
      async (person) => {
        const token = tokenIn(await nextMail(service, person.email, 'Confirm'))
        await post(service, '/auth/email/verify', { token }, { token: person.accessToken })
        assert.equal((await undo(service, (await changeEmail(service, person)).undoToken)).status, 204)
        return person.email
      },
    ],
  ]
  for (const [isOwn, comes] of ways) {
    const person = await register(service)
    tokensOf(await comeBy(await comes(person)))
    assert.equal((await get(service, '/users/me', person.accessToken)).status, isOwn ? 200 : 401)
  }
})

test('people who did not register can take the account over with the confirming link, once', async () => {
  const { planter } = await plant()
  const token = tokenIn(await nextMail(service, planter.email, 'Confirm'))
  const take = (password: string) =>
    post(service, '/auth/email/verify', { token, password, passwordConfirmation: password })
  assert.equal((await take('short')).status, 422)
  assert.equal((await take(planter.email)).status, 422)
  const answers = await race([service, second], 20, (index) => {
    const password = `the new password ${index}`
    return { path: '/auth/email/verify', body: { token, password, passwordConfirmation: password } }
  })
  const winners = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []))
  assert.equal(winners.length, 1)
  assert.deepEqual(await tablesWith(planter.userId), ['passwords'])
  await assertAllShut(service, planter.userId, planter)
  tokensOf(await signIn(service, { ...planter, password: `the new password ${winners[0]}` }))
  assertRefused(await take(newPassword), 401, 'invalid_credentials')
})

test('a second factor and providers that the owner set up after the proof stay', async () => {
  const person = await register(service)
  const verification = await nextMail(service, person.email, 'Confirm')
  await post(service, '/auth/email/verify', { token: tokenIn(verification) })
  const { body: link } = await beginLink(service, person, 'globex')
  const subject = randomUUID()
  globex.people.set(subject, { email: person.email, email_verified: true })
  const { code } = await followLink(link.url, subject, globex)
  await confirmLink(service, person, 'globex', { code })
  const guarded = await enrol(service, person)

  const answer = await reset(service, await resetToken(service, person.email), newPassword)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  const challenge = await challengeFor(service, { ...person, password: newPassword })
  const { accessToken } = tokensOf(await answerChallenge(service, challenge, guarded.code()))
  assert.equal((await get(service, settingsOf(person), accessToken)).body.enabled, true)
  assert.equal((await get(service, `/users/${person.userId}/identities`, accessToken)).body.length, 1)
})

test('a requested reset is cancelled by a new password, and by nothing else that ends sessions', async () => {
  const changes: Record<string, (person: Awaited<ReturnType<typeof register>>) => Promise<unknown>> = {
    'a new password': async (person) => {
      const passwords = { password: newPassword, passwordConfirmation: newPassword }
      const body = { currentPassword: person.password, ...passwords }
      return send(service, 'PUT', `/users/${person.userId}/password`, { token: person.accessToken, body })
    },
    'two-factor, switched on': (person) => enrol(service, person),
    'two-factor, switched off': async (person) => {
      const guarded = await enrol(service, person)
      const body = { code: guarded.code() }
      const off = await send(service, 'DELETE', settingsOf(guarded), { token: guarded.accessToken, body })
      assert.equal(off.status, 204)
    },
    'signing out everywhere': ({ userId, accessToken: token }) =>
      send(service, 'DELETE', `/users/${userId}/sessions`, { token }),
  }
  for (const [name, change] of Object.entries(changes)) {
    const person = await register(service)
    const token = await resetToken(service, person.email)
    await change(person)
    const answer = await reset(service, token, 'yet another password')
    if (name === 'a new password') assertRefused(answer, 401, 'invalid_credentials')
    else assert.equal(answer.status, 204, name)
  }
})

test('when a reset races with the planter’s requests, the owner of the mailbox wins', async () => {
  const planter = await register(service)
  const token = await resetToken(service, planter.email)
  const [answers, done] = await Promise.all([
    race([service, second], 10, (index) => ({
      path: '/auth/token',
      body:
        index % 2
          ? { grant_type: 'refresh_token', token: planter.refreshToken }
          : { grant_type: 'password', email: planter.email, password: planter.password },
    })),
    reset(service, token, newPassword),
  ])
  assert.equal(done.status, 204)
  for (const { status, body } of answers) {
    if (status !== 200) continue
    assertRefused(await get(service, '/users/me', body.accessToken.token), 401, 'unauthorized')
    assertRefused(await refresh(service, body.refreshToken.token), 401, 'invalid_credentials')
  }
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
  tokensOf(await signIn(service, { ...planter, password: newPassword }))
})

test('everything else sees an account that is being made whole or not at all', async () => {
  const [email, password] = [newEmail(), 'a password of the tests']
  const kinds = [
    { path: '/auth/register', body: { email, password, passwordConfirmation: password } },
    { path: '/auth/token', body: { grant_type: 'password', email, password } },
    { path: '/auth/password/forgot', body: { email } },
    { path: '/auth/email/verify', body: { email, code: '0000-0000' } },
  ] as const
  const answers = await race([service, second], 48, (index) => kinds[index % kinds.length]!)
  const of = (kind: number) => statusesOf(answers.filter((_, index) => index % kinds.length === kind))
  assert.deepEqual(of(0), { 201: 1, 422: 11 })
  assert.ok(
    Object.keys(of(1)).every((status) => ['200', '401', '429'].includes(status)),
    JSON.stringify(of(1)),
  )
  assert.deepEqual(of(2), { 202: 12 })
  assert.ok(Object.keys(of(3)).every((status) => ['401', '429'].includes(status)))
  tokensOf(await signIn(service, { email, password }))
})
