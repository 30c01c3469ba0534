import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Config } from '../../src/config/config.ts'
import { showUser } from '../../src/flows/operators/directory/show.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { changeEmail } from '../support/address-change.ts'
import { get, send } from '../support/http.ts'
import { accept, inviteTo, tryToInvite } from '../support/invitation.ts'
import { mailsTo, nextMail, startMailing } from '../support/mailing.ts'
import { openPage, pressButton } from '../support/pages.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { countRows } from '../support/rows.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()
const { deps } = service
const password = 'a password of the tests'
const threeDays = 72 * 3_600

const modes: Partial<Config>[] = [
  { registration: 'open' },
  { registration: 'invited' },
  { registration: 'closed' },
  { registration: 'open', registrationDomains: ['example.org'] },
]

for (const config of modes)
  test(`an invitation is accepted, whatever the settings: ${JSON.stringify(config)}`, async () => {
    const at = { ...service, ...(await startVariant(service, { config })) }
    const email = newEmail()
    const { userId, link } = await inviteTo(at, email)
    const done = await accept(at, link, password)
    assert.deepEqual([done.status, /Your account is ready/.test(done.text)], [200, true])
    const { accessToken } = tokensOf(await signIn(at, { email, password }))
    const { body } = await get(at, '/users/me', accessToken)
    assert.deepEqual([body.id, body.email, body.emailVerified], [userId, email, true])
    assert.equal((await openPage(at, link)).status, 401)
  })

test('an invitation’s email and page state its end in the same words', async () => {
  const email = newEmail()
  const invitation = await tryToInvite(service, email)
  const mail = await nextMail(service, email, 'invitation')
  const until = invitation && minuteOf(invitation.expiresAt)
  assert.match(mail.subject, /^Your invitation to Sallyport$/)
  const page = await openPage(service, new URL(/https:\S+/.exec(mail.text)?.[0] ?? ''))
  for (const text of [mail.text.replaceAll('\n', ' '), page.text])
    assert.ok(text.includes(`This link works once, until ${until}.`), text)
})

test('the owner sees who invited them, and how they joined', async () => {
  const email = newEmail()
  const { userId, link } = await inviteTo(service, email)
  await accept(service, link, password)
  const events = await many(
    deps.db,
    sql`select type, actor_kind as actor, detail ->> 'proof' as proof from events where user_id = ${userId} order by id`,
  )
  assert.deepEqual(events, [
    { type: 'user.invited', actor: 'operator', proof: null },
    { type: 'account.claimed', actor: 'owner', proof: 'invitation' },
  ])
  const { accessToken } = tokensOf(await signIn(service, { email, password }))
  const { body } = await get(service, `/users/${userId}/events`, accessToken)
  assert.equal(body.events.at(-1).type, 'user.invited')
  assert.equal((await mailsTo(service, email)).length, 0, 'no notice of what they have just done')
})

test('an invited person’s password follows the usual rules, and the link survives a mistake', async () => {
  const email = newEmail()
  const { link } = await inviteTo(service, email)
  for (const chosen of ['short', email]) assert.equal((await accept(service, link, chosen)).status, 422)
  const typed = { password, passwordConfirmation: 'something else' }
  assert.match((await pressButton(service, link, typed)).text, /The two passwords are not the same/)
  assert.equal((await accept(service, link, password)).status, 200)
})

test('inviting again sends a fresh link to the same account, and the old one stops working', async () => {
  const email = newEmail()
  const first = await inviteTo(service, email)
  await shiftRows(service, threeDays - 60)
  const second = await inviteTo(service, email.toUpperCase().replace('@EXAMPLE.COM', '@example.com'))
  assert.equal(second.userId, first.userId)
  assert.equal((await openPage(service, first.link)).status, 401)
  await shiftRows(service, 120)
  await runJobs(deps, jobs)
  assert.equal((await accept(service, second.link, password)).status, 200)
})

test('an address in use, or one that an undo may restore, is not invited', async () => {
  const person = await register(service)
  await mailsTo(service, person.email)
  const { link } = await inviteTo(service, newEmail())
  await accept(service, link, password)
  const former = person.email
  await changeEmail(service, person, newEmail())
  const current = (await get(service, '/users/me', person.accessToken)).body.email
  await mailsTo(service, former)
  const before = await countRows(service)
  for (const email of [former, current]) assert.equal(await tryToInvite(service, email), undefined, email)
  assert.deepEqual(await countRows(service), before)
  assert.deepEqual(await mailsTo(service, former), [])
})

test('an invitation to a disabled account is neither accepted nor renewed', async () => {
  const email = newEmail()
  const { userId, link } = await inviteTo(service, email)
  await deps.db.run(sql`update users set disabled_at = now() where id = ${userId}`)
  assert.equal((await openPage(service, link)).status, 401)
  assert.equal(await tryToInvite(service, email), undefined)
})

test('during an invitation the address is taken, and lets nobody in', async () => {
  const email = newEmail()
  const { link } = await inviteTo(service, email)
  assertFieldErrors(await tryToRegister(service, { email, password }), { email: 'database.unique' })
  assertRefused(await signIn(service, { email, password }), 401, 'invalid_credentials')
  assert.equal((await accept(service, link, password)).status, 200)
})

test("a stranger's guesses at the address do not make its owner wait", async () => {
  const email = newEmail()
  const { link } = await inviteTo(service, email)
  for (let times = 0; times < 11; times++) await signIn(service, { email, password: 'a guess' })
  assertRefused(await signIn(service, { email, password }), 429, 'too_many_attempts')
  assert.equal((await accept(service, link, password)).status, 200)
  tokensOf(await signIn(service, { email, password }))
})

test('an unaccepted invitation ends after three days, and the address is free again', async () => {
  const email = newEmail()
  const { userId, link } = await inviteTo(service, email)
  await shiftRows(service, threeDays - 60)
  await runJobs(deps, jobs)
  assert.equal((await openPage(service, link)).status, 200)
  await shiftRows(service, 120)
  assert.equal((await openPage(service, link)).status, 401)
  await runJobs(deps, jobs)
  await runJobs(deps, jobs)
  const left = await deps.db.run(sql`select from users where id = ${userId}`)
  assert.equal(left.length, 0)
  tokensOf(await tryToRegister(service, { email, password }), 201)
})

test('resetting the password also accepts an invitation: its link stops working, and the account stays', async () => {
  const email = newEmail()
  const { userId, link } = await inviteTo(service, email)
  assert.equal((await reset(service, await resetToken(service, email), password)).status, 204)
  assert.equal((await openPage(service, link)).status, 401)
  assert.equal(await tryToInvite(service, email), undefined)
  await shiftRows(service, threeDays + 60)
  await runJobs(deps, jobs)
  const { accessToken } = tokensOf(await signIn(service, { email, password }))
  assert.equal((await get(service, '/users/me', accessToken)).body.id, userId)
})

test('an invitation accepted through an older program keeps its account', async () => {
  const email = newEmail()
  const { userId } = await inviteTo(service, email)
  assert.equal((await reset(service, await resetToken(service, email), password)).status, 204)
  // which such a program leaves
  await deps.db.run(sql`
    insert into invitations (user_id, expires_at) values (${userId}, now() + interval '3 days')`)
  assert.equal((await showUser(deps, userId))?.invitedUntil, null)
  assert.equal(await tryToInvite(service, email), undefined)
  await shiftRows(service, threeDays + 60)
  await runJobs(deps, jobs)
  tokensOf(await signIn(service, { email, password }))
  assert.deepEqual(await many(deps.db, sql`select from invitations where user_id = ${userId}`), [])
})

test('closing the account invalidates everything that was mailed for it', async () => {
  const email = newEmail()
  const { userId, link } = await inviteTo(service, email)
  await reset(service, await resetToken(service, email), password)
  const { accessToken } = tokensOf(await signIn(service, { email, password }))
  assert.equal((await send(service, 'DELETE', `/users/${userId}`, { token: accessToken })).status, 202)
  assert.equal((await openPage(service, link)).status, 401)
  assert.equal(await tryToInvite(service, email), undefined)
})
