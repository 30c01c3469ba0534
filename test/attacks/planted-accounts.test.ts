import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import {
  beginLink,
  browserOf,
  confirmLink,
  followLink,
  signInWith,
  startFederated,
} from '../support/federation.ts'
import { startHeld } from '../support/held.ts'
import { get } from '../support/http.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { exchange, newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, begin, challengeFor, confirm, enrol } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { trusted } from '../support/trusted-devices.ts'

const service = await startFederated({ acme: {}, globex: {} })
await ownWithoutTriggers(service)
const second = await startSecond(service, { PORT: '0' })
const { acme, globex } = service.providers

/** The owner of a mailbox, as Acme knows and has proven. */
const ownerOf = (email: string) => {
  const subject = randomUUID()
  acme.people.set(subject, { email, email_verified: true })
  return subject
}

const claimBy = async (subject: string) => {
  const { code, error } = await signInWith(service, 'acme', subject)
  const { accessToken } = tokensOf(await exchange(service, String(code ?? error)))
  return { accessToken, account: (await get(service, '/users/me', accessToken)).body }
}

const eventsOf = (userId: string) =>
  many<{ type: string; detail: Record<string, unknown> }>(
    service.deps.db,
    sql`select type, detail from events where user_id = ${userId} order by id`,
  )

/** Somebody who registered another’s address, and set up all that could last. */
const plant = async () => {
  const planter = await register(service)
  const { body: link } = await beginLink(service, planter, 'globex')
  const subject = randomUUID()
  globex.people.set(subject, { email: newEmail(), email_verified: true })
  const { code } = await followLink(link.url, subject, globex)
  const confirmed = await confirmLink(service, planter, 'globex', { code })
  assert.equal(confirmed.status, 200, confirmed.text)
  const guarded = await enrol(service, planter)
  const deviceToken = await trusted(service, guarded)
  return { planter: guarded, deviceToken, subject }
}

test('proving the mailbox claims the account, and nothing planted survives', async () => {
  const { planter, subject } = await plant()
  const challenge = await challengeFor(service, planter)
  const { account, accessToken } = await claimBy(ownerOf(planter.email))

  assert.equal(account.id, planter.userId)
  assert.deepEqual([account.emailVerified, account.twoFactor.enabled], [true, false])
  assertRefused(await get(service, '/users/me', planter.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, planter.refreshToken), 401, 'invalid_credentials')
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
  assertRefused(await answerChallenge(service, challenge, planter.code()), 401, 'invalid_challenge')

  const { body: identities } = await get(service, `/users/${account.id}/identities`, accessToken)
  assert.deepEqual(
    identities.map(({ provider }: { provider: string }) => provider),
    ['acme'],
  )
  // the planter’s own identity leads to an account of its own
  const { code } = await signInWith(service, 'globex', subject)
  const elsewhere = tokensOf(await exchange(service, code as string))
  assert.notEqual((await get(service, '/users/me', elsewhere.accessToken)).body.id, account.id)
})

test('the event records what was removed', async () => {
  const { planter } = await plant()
  await claimBy(ownerOf(planter.email))
  const [claimed] = (await eventsOf(planter.userId)).filter(({ type }) => type === 'account.claimed')
  assert.deepEqual(claimed?.detail, {
    proof: 'acme',
    removed: {
      sessions: 2,
      password: true,
      passkeys: 0,
      secondFactor: true,
      identities: ['globex'],
      trustedDevices: 1,
    },
  })
})

test('pending codes, links and enrolments open nothing afterwards', async () => {
  const planter = await register(service)
  const { code: otp } = await begin(service, planter)
  const { body: link } = await beginLink(service, planter, 'globex')
  const { body: other } = await beginLink(service, planter, 'globex')
  const subject = randomUUID()
  globex.people.set(subject, {})
  const { code } = await followLink(link.url, subject, globex)

  const { accessToken } = await claimBy(ownerOf(planter.email))
  const owner: Person = { ...planter, accessToken }
  const { url } = await browserOf(subject, globex).open(other.url)
  assert.equal(url.pathname + url.search, '/account/sign-in?news=expired')
  assertRefused(await confirmLink(service, owner, 'globex', { code }), 400, 'invalid_code')
  assertRefused(await confirm(service, owner, otp()), 400, 'not_started')
})

test('a planter’s sign-in code, spent or not, is gone after the proof', async () => {
  const planter = await register(service)
  const code = await issueCode(service.deps, { userId: planter.userId, epoch: 0, methods: ['globex'] })
  tokensOf(await exchange(service, code))
  await issueCode(service.deps, { userId: planter.userId, epoch: 0, methods: ['globex'] })
  await claimBy(ownerOf(planter.email))
  const left = await service.deps.db.run(
    sql`select from oauth_codes where user_id = ${planter.userId} and method = 'globex'`,
  )
  assert.equal(left.length, 0)
})

test('a planter’s sign-in during the proof finds nothing to open', async () => {
  const planter = await register(service)
  const { held, reached, goOn } = await startHeld(service, (text) => text === 'begin')
  const signingIn = signIn(held, planter)
  await reached
  await claimBy(ownerOf(planter.email))
  goOn()
  assertRefused(await signingIn, 401, 'invalid_credentials')
})

test('a planter’s link confirmed during the proof is no way in afterwards', async () => {
  const planter = await register(service)
  const { body: link } = await beginLink(service, planter, 'globex')
  const subject = randomUUID()
  globex.people.set(subject, { email: newEmail(), email_verified: true })
  const { code } = await followLink(link.url, subject, globex)
  const { held, reached, goOn } = await startHeld(service, (text) => text === 'begin')
  const confirming = confirmLink(held, planter, 'globex', { code })
  await reached
  const { accessToken } = await claimBy(ownerOf(planter.email))
  goOn()
  assertRefused(await confirming, 401, 'unauthorized')
  const { body } = await get(service, `/users/${planter.userId}/identities`, accessToken)
  assert.equal(body.length, 1)
})

test('a planter’s sign-ins during the proof, on two processes, leave nothing open', async () => {
  const planter = await register(service)
  const [answers] = await Promise.all([
    race([service, second], 5, () => ({
      path: '/auth/token',
      body: { grant_type: 'password', email: planter.email, password: planter.password },
    })),
    claimBy(ownerOf(planter.email)),
  ])
  for (const { status, body } of answers) {
    if (status !== 200) continue
    assertRefused(await get(service, '/users/me', body.accessToken.token), 401, 'unauthorized')
  }
  assertRefused(await signIn(service, planter), 401, 'invalid_credentials')
})

test('an account whose mailbox was proven before keeps everything', async () => {
  const person = await register(service)
  await claimBy(ownerOf(person.email))
  const { accessToken, account } = await claimBy(ownerOf(`${person.email}`.replace('@', '.2@')))
  assert.notEqual(account.id, person.userId)

  const linkedLater = randomUUID()
  globex.people.set(linkedLater, { email: account.email, email_verified: true })
  assert.ok((await signInWith(service, 'globex', linkedLater)).code)
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)
  const types = (await eventsOf(account.id)).map(({ type }) => type)
  assert.ok(!types.includes('account.claimed'))
})

test('an address reassigned by the provider does not lead to its former holder’s account', async () => {
  const email = newEmail()
  const before = await claimBy(ownerOf(email))
  // somebody else of the same provider has the address now
  assert.equal((await signInWith(service, 'acme', ownerOf(email))).error, 'account_exists')
  // and who had it first has another, which changes nothing
  const subject = ownerOf(newEmail())
  const mine = await claimBy(subject)
  acme.people.set(subject, { email, email_verified: true })
  assert.equal((await claimBy(subject)).account.id, mine.account.id)
  assert.notEqual(mine.account.id, before.account.id)
})

test('a subject shared by two providers means two people', async () => {
  const subject = '1'
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  globex.people.set(subject, { email: newEmail(), email_verified: true })
  const one = await claimBy(subject)
  const { code } = await signInWith(service, 'globex', subject)
  const other = tokensOf(await exchange(service, code as string))
  assert.notEqual((await get(service, '/users/me', other.accessToken)).body.id, one.account.id)
})

test('when a registration races with a provider sign-in, the owner of the mailbox wins', async () => {
  const email = newEmail()
  const subject = ownerOf(email)
  const [answers, claimed] = await Promise.all([
    race([service, second], 10, () => ({
      path: '/auth/register',
      body: { email, password: 'a password of the tests', passwordConfirmation: 'a password of the tests' },
    })),
    claimBy(subject),
  ])
  const { 201: created = 0, 422: taken = 0 } = statusesOf(answers)
  assert.ok(created <= 1 && created + taken === 10)
  for (const { status, body } of answers) {
    if (status === 201) {
      assertRefused(await get(service, '/users/me', body.accessToken.token), 401, 'unauthorized')
    }
  }
  assertRefused(
    await signIn(service, { email, password: 'a password of the tests' }),
    401,
    'invalid_credentials',
  )
  assert.equal(claimed.account.email, email)
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
