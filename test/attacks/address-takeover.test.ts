import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Session, StayingThing } from '../../contract/wire.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import {
  askForChange,
  changeEmail,
  changeToken,
  registerProven,
  undo,
  verify,
} from '../support/address-change.ts'
import { beginLink, confirmLink, followLink, signInWith, startFederated } from '../support/federation.ts'
import { get, post, send } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { nextMail, publicUrl, tokenIn } from '../support/mailing.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { addPasskey, signInBy } from '../support/passkeys.ts'
import {
  exchange,
  newEmail,
  type Person,
  register,
  signIn,
  tokensOf,
  tryToRegister,
} from '../support/people.ts'
import { alongCode, prove, proveFactor } from '../support/proof.ts'
import { assertOnce, race, raceComingBack, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { dumpRows, tablesNaming } from '../support/rows.ts'
import { answerChallenge, enrol } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

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
await ownWithoutTriggers(service)
const second = await startSecond(service, { PORT: '0' })
const nodes = [service, second]

/** @returns the subject there */
const linkProvider = async (person: Person): Promise<string> => {
  const subject = randomUUID()
  service.providers.globex.people.set(subject, { email: newEmail(), email_verified: true })
  const { body: link } = await beginLink(service, person, 'globex')
  const { code } = await followLink(link.url, subject, service.providers.globex)
  assert.equal((await confirmLink(service, person, 'globex', { code })).status, 200)
  return subject
}

const isCurrent = ({ current }: Session) => current

const ownersOf = (email: string) =>
  many<{ userId: string }>(
    service.deps.db,
    sql`select user_id as "userId" from emails where canonical = ${email} and user_id is not null`,
  )

test('a stolen access token alone cannot request another address', async () => {
  const person = await registerProven(service)
  await service.deps.db.run(sql`
    update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${person.userId}`)
  const email = newEmail()
  const refused = await askForChange(service, person, { email })
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_required'])
  const wrong = await askForChange(service, person, { email, password: 'a guess of a thief' })
  assertRefused(wrong, 401, 'invalid_credentials')
  const stranger = await register(service)
  const path = `/users/${person.userId}/email`
  assertRefused(await post(service, path, { email }, { token: stranger.accessToken }), 404, 'not_found')
  assertRefused(await post(service, path, { email }), 401, 'unauthorized')
  assert.equal((await askForChange(service, person, { email, password: person.password })).status, 202)
})

test('one link changes an address once, and one undoes it once, even fifty times at the same moment', async () => {
  const person = await registerProven(service)
  const email = newEmail()
  const token = await changeToken(service, person, email)
  const changes = await race(nodes, 50, () => ({ path: '/auth/email/verify', body: { token } }))
  assertOnce(changes, 204)
  const undoToken = tokenIn(await nextMail(service, person.email, 'was changed'))
  const undone = await race(nodes, 50, () => ({ path: '/auth/email/undo', body: { token: undoToken } }))
  assertOnce(undone, 204)
  assert.deepEqual(await ownersOf(person.email), [{ userId: person.userId }])
  assert.deepEqual(await ownersOf(email), [])
})

test('an address goes to either a change or one of several simultaneous registrations', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await registerProven(service)
    const email = newEmail()
    const token = await changeToken(service, person, email)
    const password = 'a password of the tests'
    const answers = await race(nodes, 50, (index) =>
      index === 25
        ? { path: '/auth/email/verify', body: { token } }
        : { path: '/auth/register', body: { email, password, passwordConfirmation: password } },
    )
    const won = answers.filter(({ status }) => status === 201 || status === 204)
    assert.equal(won.length, 1)
    assert.equal((await ownersOf(email)).length, 1)
    assert.equal((await ownersOf(person.email)).length, won[0]?.status === 204 ? 0 : 1)
  }
})

test('nobody can register an address while it is being changed, or for seven days after', async () => {
  const person = await registerProven(service)
  const token = await changeToken(service, person, newEmail())
  const { email, password } = person
  const answers = await raceComingBack(nodes, 50, (index) =>
    index === 25
      ? { path: '/auth/email/verify', body: { token } }
      : { path: '/auth/register', body: { email, password, passwordConfirmation: password } },
  )
  assert.deepEqual(statusesOf(answers), { 204: 1, 422: 49 })
  for (const typed of [email, email.toUpperCase()])
    assertFieldErrors(await tryToRegister(service, { email: typed, password }), { email: 'database.unique' })
  const other = await registerProven(service)
  assertFieldErrors(await askForChange(service, other, { email }), { email: 'database.unique' })
  const subject = randomUUID()
  service.providers.globex.people.set(subject, { email, email_verified: true })
  assert.equal((await signInWith(service, 'globex', subject)).error, 'account_exists')
  const undoToken = tokenIn(await nextMail(service, email, 'was changed'))
  assert.equal((await undo(service, undoToken)).status, 204)
  tokensOf(await signIn(service, person))
})

test('changing the address twice does not invalidate the owner’s link', async () => {
  const person = await registerProven(service)
  const first = await changeEmail(service, person)
  const later = await changeEmail(service, { ...person, email: first.email })
  assert.equal((await undo(service, first.undoToken)).status, 204)
  assertRefused(await undo(service, later.undoToken), 401, 'invalid_credentials')
  for (const { email } of [first, later]) await register(service, { email })
  assert.deepEqual(await ownersOf(person.email), [{ userId: person.userId }])
})

test('the owner can undo everything a thief does after changing the address', async () => {
  const person = await registerProven(service)
  const { email, undoToken } = await changeEmail(service, person)
  const thief = { ...person, email, password: 'a password of a thief' }
  assert.equal((await reset(service, await resetToken(service, email), thief.password)).status, 204)
  const session = tokensOf(await signIn(service, thief))
  await linkProvider({ ...thief, ...session })
  const closed = await send(service, 'DELETE', `/users/${person.userId}`, { token: session.accessToken })
  assert.equal(closed.status, 202)
  await shiftRows(service, 6 * 86_400)

  assert.equal((await undo(service, undoToken)).status, 204)
  const left = await tablesNaming(service, person.userId)
  for (const table of ['passwords', 'identities', 'sessions', 'account_deletions', 'former_emails'])
    assert.ok(!left.includes(table), table)
  assertRefused(await signIn(service, thief), 401, 'invalid_credentials')
  assertRefused(await signIn(service, { ...thief, email: person.email }), 401, 'invalid_credentials')
  const token = tokenIn(await nextMail(service, person.email, 'new password'))
  assert.equal((await reset(service, token, 'a password of the owner')).status, 204)
  const owner = tokensOf(await signIn(service, { ...person, password: 'a password of the owner' }))
  assert.equal((await get(service, '/users/me', owner.accessToken)).body.id, person.userId)
})

test('undoing a change also removes what the thief planted just before it, and ends their other sessions', async () => {
  const withPasskeys = await startVariant(service, { config: { publicUrl } })
  for (const password of [undefined, 'a password of the owner']) {
    const person = await registerProven(service)
    const { passkey: owners } = await addPasskey(withPasskeys, person)
    await shiftRows(service, 3_600)
    // a token is enough, if it is young; the sessions of a thief who has the password are
    const asking = { ...person, ...tokensOf(await signIn(service, person)) }
    const second = { ...person, ...tokensOf(await signIn(service, person)) }
    const planted = [await addPasskey(withPasskeys, asking), await addPasskey(withPasskeys, second)]
    const subject = await linkProvider(second)
    // what made it is gone, and still known
    const path = `/users/${person.userId}/sessions`
    const [mine] = (await get(service, path, second.accessToken)).body.filter(isCurrent)
    const spare = tokensOf(await signIn(service, person))
    await send(service, 'DELETE', `${path}/${mine.id}`, { token: asking.accessToken })
    const { undoToken } = await changeEmail(service, asking)
    const undone = await post(service, '/auth/email/undo', {
      token: undoToken,
      ...(password && { password, passwordConfirmation: password }),
    })
    assert.equal(undone.status, 204, undone.text)

    for (const { passkey } of planted)
      assertRefused(await signInBy(withPasskeys, passkey), 401, 'invalid_credentials')
    const stranger = tokensOf(
      await exchange(service, `${(await signInWith(service, 'globex', subject)).code}`),
    )
    assert.notEqual((await get(service, '/users/me', stranger.accessToken)).body.id, person.userId)
    assertRefused(await get(service, '/users/me', spare.accessToken), 401, 'unauthorized')
    tokensOf(await signInBy(withPasskeys, owners))
    // the one that asked goes on unless there is a new password, and changes nothing
    const { status } = await askForChange(service, asking, { email: newEmail() })
    assert.equal(status, password ? 401 : 403)
  }
})

test('undoing a change also ends the session that its own came from, such as a visit to the pages', async () => {
  const person = await registerProven(service)
  await shiftRows(service, 3_600)
  const visit = tokensOf(await signIn(service, person))
  await shiftRows(service, 60)
  const code = await issueCode(service.deps, {
    userId: person.userId,
    epoch: 0,
    methods: ['password'],
    provenSecondsAgo: 60,
  })
  const asking = { ...person, ...tokensOf(await exchange(service, code)) }
  const { undoToken } = await changeEmail(service, asking)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await get(service, '/users/me', visit.accessToken), 401, 'unauthorized')
  assert.equal((await get(service, '/users/me', asking.accessToken)).status, 200)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 401, 'its token is over')
})

test('undoing a change also ends an older session that has been proven since the requesting one opened', async () => {
  const person = await registerProven(service)
  const idle = tokensOf(await signIn(service, person))
  await shiftRows(service, 60)
  const asking = { ...person, ...tokensOf(await signIn(service, person)) }
  assert.equal((await prove(service, person, { method: 'password', password: person.password })).status, 204)
  const { undoToken } = await changeEmail(service, asking)
  assert.equal((await undo(service, undoToken)).status, 204)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  assert.equal((await get(service, '/users/me', idle.accessToken)).status, 200)
})

test('a second factor from before the change stays, or a former mailbox would be worth both factors', async () => {
  const person = await registerProven(service)
  const asking = await enrol(service, person)
  await proveFactor(service, asking)
  const { undoToken } = await changeEmail(service, asking)
  const password = 'a password of the owner'
  const body = { token: undoToken, password, passwordConfirmation: password }
  assert.equal((await post(service, '/auth/email/undo', body)).status, 204)
  const answer = await signIn(service, { ...person, password })
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'])
})

test('an undo link lists what it keeps and can remove each entry, but no second factor and nothing of others', async () => {
  const withPasskeys = await startVariant(service, { config: { publicUrl } })
  const person = await registerProven(service)
  await shiftRows(service, 60)
  const earlier = { ...person, ...tokensOf(await signIn(service, person)) }
  const { passkey, added } = await addPasskey(withPasskeys, earlier)
  const subject = await linkProvider(earlier)
  const guarded = await enrol(service, earlier)
  await proveFactor(service, guarded)
  const factor = await addPasskey(withPasskeys, guarded, { asSecondFactor: true, along: alongCode(guarded) })
  await shiftRows(service, 60)
  const opened = tokensOf(await signInBy(withPasskeys, passkey))
  await shiftRows(service, 60)
  const asking = { ...guarded, ...tokensOf(await signInBy(withPasskeys, passkey)) }
  await proveFactor(service, asking)
  const { undoToken: token } = await changeEmail(service, asking)

  const list = async () => (await post(service, '/auth/staying', { token })).body as StayingThing[]
  const kinds = (things: StayingThing[]) => things.map(({ kind, isRemovable }) => `${kind} ${isRemovable}`)
  const before = await list()
  assert.deepEqual(kinds(before), [
    'passkey true',
    'passkey true',
    'identity true',
    'authenticator false',
    'session true',
    'session true',
    'session true',
  ])
  const remove = (thing: object) => post(service, '/auth/staying/remove', { token, ...thing })
  const stranger = await registerProven(service)
  const strangers = await get(service, `/users/${stranger.userId}/sessions`, stranger.accessToken)
  for (const thing of [
    { kind: 'authenticator', id: before[3]?.id },
    { kind: 'session', id: strangers.body[0].id },
    { kind: 'identity', id: 'initech' },
    { kind: 'toString', id: added.id },
  ])
    assertRefused(await remove(thing), 404, 'not_found')
  const things = [
    { kind: 'passkey', id: added.id },
    { kind: 'identity', id: 'globex' },
  ]
  const begun = await signInWith(service, 'globex', subject)
  const { challenge } = (await exchange(service, `${begun.code}`)).body
  const answers = await raceComingBack(nodes, 20, (index) => ({
    path: '/auth/staying/remove',
    body: { token, ...things[index % 2] },
  }))
  assert.equal(statusesOf(answers)[204], 2)
  // a sign-in that was under way with it
  const underWay = await answerChallenge(service, challenge, guarded.backup[0] ?? '', 'backup_code')
  assertRefused(underWay, 401, 'invalid_challenge')
  assertRefused(await signInBy(withPasskeys, passkey), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', opened.accessToken), 401, 'unauthorized')
  const { code } = await signInWith(service, 'globex', subject)
  const elsewhere = tokensOf(await exchange(service, `${code}`))
  assert.notEqual((await get(service, '/users/me', elsewhere.accessToken)).body.id, person.userId)

  // what is a second factor stays one, and opens nothing by itself
  assert.equal((await remove({ kind: 'passkey', id: factor.added.id })).status, 204)
  assert.deepEqual(kinds(await list()).slice(0, 2), ['passkey false', 'authenticator false'])
  assertRefused(await signInBy(withPasskeys, factor.passkey), 401, 'invalid_credentials')
  assertRefused(await remove({ kind: 'passkey', id: factor.added.id }), 404, 'not_found')

  // none of that has used the link, which lists nothing once it is used
  assert.equal((await undo(service, token)).status, 204)
  assertRefused(await post(service, '/auth/staying', { token }), 401, 'invalid_credentials')
  assertRefused(await remove({ kind: 'passkey', id: factor.added.id }), 401, 'invalid_credentials')
  for (const wrong of ['', 'sp_pr_', 'sp_eu_', await changeToken(service, stranger, newEmail())])
    assertRefused(await post(service, '/auth/staying', { token: wrong }), 401, 'invalid_credentials')
})

test('a reset link lists what will still sign in, and only while it works', async () => {
  const withPasskeys = await startVariant(service, { config: { publicUrl } })
  const person = await registerProven(service)
  const { added } = await addPasskey(withPasskeys, person)
  await linkProvider(person)
  const token = await resetToken(service, person.email)
  const [passkey, identity, ...others] = (await post(service, '/auth/staying', { token })).body
  assert.deepEqual(passkey, {
    kind: 'passkey',
    id: added.id,
    name: 'Passkey',
    since: added.createdAt,
    isRemovable: true,
  })
  assert.deepEqual([identity.kind, identity.id, identity.isRemovable], ['identity', 'globex', true])
  assert.deepEqual(others, [])
  for (const { kind, id } of [passkey, identity])
    assert.equal((await post(service, '/auth/staying/remove', { token, kind, id })).status, 204)
  assert.deepEqual((await post(service, '/auth/staying', { token })).body, [])
  assert.equal((await reset(service, token, 'a password of the owner')).status, 204)
  assertRefused(await post(service, '/auth/staying', { token }), 401, 'invalid_credentials')
  // the first proof of a mailbox leaves nothing
  const planter = await register(service)
  await addPasskey(withPasskeys, planter)
  const first = await resetToken(service, planter.email)
  assert.deepEqual((await post(service, '/auth/staying', { token: first })).body, [])
})

test('a link serves only its own purpose', async () => {
  const person = await registerProven(service)
  const change = await changeToken(service, person, newEmail())
  const tokens = { change, reset: await resetToken(service, person.email) }
  const others: [string, string][] = [
    ['/auth/email/undo', tokens.change],
    ['/auth/email/undo', tokens.reset],
    ['/auth/email/undo', tokens.change.replace('sp_ec_', 'sp_eu_')],
    ['/auth/email/verify', tokens.reset],
    ['/auth/email/verify', tokens.reset.replace('sp_pr_', 'sp_ec_')],
    ['/auth/two-factor/reset/confirm', tokens.change],
    ['/auth/two-factor/reset/cancel', tokens.change],
  ]
  for (const [path, token] of others)
    assertRefused(await post(service, path, { token }), 401, 'invalid_credentials')
  for (const token of ['', '0', 'null', 'undefined', 'sp_eu_', 'sp_ec_'])
    for (const path of ['/auth/email/undo', '/auth/email/verify'])
      assertRefused(await post(service, path, { token }), 401, 'invalid_credentials')
  assert.equal((await verify(service, change)).status, 204)
})

test('no token of these links is stored', async () => {
  const person = await registerProven(service)
  const change = await changeToken(service, person, newEmail())
  assert.equal((await verify(service, change)).status, 204)
  const undoToken = tokenIn(await nextMail(service, person.email, 'was changed'))
  const rows = await dumpRows(service)
  for (const token of [change, undoToken]) {
    const secret = Buffer.from(token.slice(6), 'base64url').subarray(16)
    for (const form of [token, secret.toString('hex'), secret.toString('base64')])
      assert.ok(!rows.includes(form))
  }
})

test('a stranger’s mailbox cannot be flooded by requests', async () => {
  const email = newEmail()
  const asked = []
  for (let person = 0; person < 5; person++)
    asked.push((await askForChange(service, await register(service), { email })).status)
  assert.deepEqual(asked, [202, 202, 202, 429, 429])
})

test('closing the account cannot outrun the owner, however short the days of grace are', async () => {
  const impatient = await startVariant(service, { config: { accountDeletionDays: 0 } })
  const person = await registerProven(service)
  const { undoToken } = await changeEmail(service, person)
  const closed = await send(impatient, 'DELETE', `/users/${person.userId}`, { token: person.accessToken })
  assert.equal(closed.status, 202)
  assert.ok(Date.parse(closed.body.deletesAt) > Date.now() + 6.9 * 86_400_000)
  await shiftRows(service, 6 * 86_400)
  await runJobs(service.deps, jobs)
  assert.equal((await undo(service, undoToken)).status, 204)
  tokensOf(await signIn(service, person))
})

test('providers linked long after the last proof stay', async () => {
  const person = await registerProven(service)
  await shiftRows(service, 60)
  await linkProvider(person)
  await shiftRows(service, 60)
  // by a session that was opened later, which has linked nothing
  const { accessToken } = tokensOf(await signIn(service, person))
  const { undoToken } = await changeEmail(service, { ...person, accessToken })
  assert.equal((await undo(service, undoToken)).status, 204)
  const token = tokenIn(await nextMail(service, person.email, 'new password'))
  assert.equal((await reset(service, token, 'a password of the owner')).status, 204)
  const linked = await many<{ provider: string }>(
    service.deps.db,
    sql`select provider from identities where user_id = ${person.userId}`,
  )
  assert.deepEqual(linked, [{ provider: 'globex' }])
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
