import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminMail } from '../../contract/admin.ts'
import { languageOf } from '../../src/accounts/users/queries/users.ts'
import { postMail } from '../../src/messages/outbox/post.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { get, post } from '../support/http.ts'
import { refusal } from '../support/mail-server.ts'
import { mailsTo, nextMail, settle, startMailing, tokenIn } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, type Person, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { first, sql } from '../support/sql.ts'

const service = await startMailing()
const { db } = service.deps
const { mailServer } = service
const { ask, key } = await newOperator(service, 'users:read', 'users:write')
await db.run(sql`update service_keys set acts_per_hour = 10000`)
const reason = 'her mailbox was made anew'

const unknown = new Set<string>()
mailServer.act = (step, to) =>
  step === 'to' && unknown.has(to) ? refusal(550, '5.1.1 no such mailbox') : undefined

const listed = async (query = ''): Promise<AdminMail[]> =>
  (await ask('GET', `/mails?state=given-up${query}`)).body.mails
/** The row of an email, as an SQL condition. */
const rowOf = (id = '') => {
  const [queue, number] = id.split('.')
  return sql`queue = ${queue}::uuid and id = ${number}::bigint`
}

const retry = (id: string) => ask('POST', `/mails/${id}/retry`, { reason })

/** Somebody whose mailbox does not exist, with what `cause` has them sent. */
const givenUp = async (cause: (person: Person) => Promise<unknown>, name: string) => {
  const person = await register(service)
  await settle(service.deps)
  unknown.add(person.email)
  await cause(person)
  await settle(service.deps)
  unknown.delete(person.email)
  const mail = (await listed()).find((mail) => mail.userId === person.userId && mail.name === name)
  assert.ok(mail, name)
  return { person, mail }
}

const asksForReset = ({ email }: Person) => post(service, '/auth/password/forgot', { email })
const isBlocked = ({ userId }: Person) => ask('PUT', `/users/${userId}/disabled`, { reason })

test('what was given up is listed for all people, with what the mail server said, the newest first', async () => {
  const { person, mail } = await givenUp(asksForReset, 'reset-password')
  const { id, createdAt, endedAt, answer, ...rest } = mail
  assert.match(answer ?? '', /no such mailbox/)
  assert.ok(createdAt <= endedAt)
  const { userId, email } = person
  assert.deepEqual(rest, { userId, email, name: 'reset-password', outcome: 'refused', attempts: 1 })
  const other = await givenUp(asksForReset, 'reset-password')
  const ids = (await listed()).map((mail) => mail.id)
  assert.deepEqual(ids.slice(0, 2), [other.mail.id, id])
  const { body } = await ask('GET', '/mails?state=given-up&limit=1')
  assert.deepEqual([body.mails.length, typeof body.next], [1, 'string'])
  assert.equal((await listed(`&limit=1&cursor=${body.next}`))[0]?.id, id)
  // delivered ones, and those that still wait, are not among them
  await asksForReset(await register(service))
  assert.deepEqual(
    (await listed()).map((mail) => mail.id),
    ids,
  )
})

test('a link that still works is sent again as it was, works, and is on the timeline with its reason', async () => {
  const { person, mail } = await givenUp(asksForReset, 'reset-password')
  await mailsTo(service, person.email)
  assert.equal((await retry(mail.id)).status, 202)
  assert.ok(!(await listed()).some(({ id }) => id === mail.id))
  const token = tokenIn(await nextMail(service, person.email))
  const password = 'another password of the tests'
  const body = { token, password, passwordConfirmation: password }
  assert.equal((await post(service, '/auth/password/reset', body)).status, 204)
  tokensOf(await signIn(service, { ...person, password }))
  const { events } = (await ask('GET', `/users/${person.userId}/events`)).body
  const event = events.find(({ type }: { type: string }) => type === 'mail.retried')
  assert.deepEqual(
    [event.reason, event.actor.kind, event.detail],
    [reason, 'service_key', { name: 'reset-password' }],
  )
  // what arrived leaves no content
  assert.deepEqual(await first(db, sql`select detail, sealed, outcome from outbox where ${rowOf(mail.id)}`), {
    detail: {},
    sealed: null,
    outcome: 'delivered',
  })
  assertRefused(await retry(mail.id), 409, 'mail_over')
})

test('a notice is sent again for three days, also one that nobody took in time', async () => {
  const { person, mail } = await givenUp(isBlocked, 'notice')
  await db.run(sql`
    update outbox set outcome = 'expired', gives_up_at = now() - interval '1 day' where ${rowOf(mail.id)}`)
  await mailsTo(service, person.email)
  assert.equal((await retry(mail.id)).status, 202)
  const { subject } = await nextMail(service, person.email)
  assert.match(subject, /blocked/)
})

test('a link that was replaced, used, changed or has expired is not sent again', async () => {
  const replaced = await givenUp(asksForReset, 'reset-password')
  await asksForReset(replaced.person)
  await settle(service.deps)
  assertRefused(await retry(replaced.mail.id), 409, 'mail_over')

  const expired = await givenUp(asksForReset, 'reset-password')
  await db.run(
    sql`update mail_links set expires_at = now() - interval '1 millisecond' where user_id = ${expired.person.userId}`,
  )
  assertRefused(await retry(expired.mail.id), 409, 'mail_over')

  const moved = await givenUp(asksForReset, 'reset-password')
  await db.run(sql`update outbox set recipient = 'thief@example.com' where ${rowOf(moved.mail.id)}`)
  assertRefused(await retry(moved.mail.id), 409, 'mail_over')

  // as a version before this one left it
  const emptied = await givenUp(isBlocked, 'notice')
  await db.run(sql`update outbox set detail = '{}' where ${rowOf(emptied.mail.id)}`)
  assertRefused(await retry(emptied.mail.id), 409, 'mail_over')
})

test('a link that came too late leaves no content, and a mail to nobody’s account not even its address', async () => {
  const person = await register(service)
  const [queue, address] = [newId(Date.now()), newEmail()]
  await postMail(db, service.deps.keys, {
    name: 'reset-password',
    userId: person.userId,
    recipient: person.email,
    language: languageOf(person.userId),
    detail: { minutes: 30, address: null },
    secrets: { token: 'of a link' },
    seconds: -1,
  })
  await db.run(sql`
    insert into outbox (queue, channel, message, recipient, detail, gives_up_at)
    values (${queue}, 'mail', 'webhook-off', ${address}, '{"host":"a.test","because":"gone"}', now() - interval '1 second')`)
  await settle(service.deps)
  const late = (await listed()).find((mail) => mail.userId === person.userId)
  const [, ofNobody] = [late, (await listed()).find((mail) => mail.id.startsWith(queue))]
  assert.deepEqual([late?.outcome, ofNobody?.userId, ofNobody?.email], ['expired', null, null])
  for (const mail of [late, ofNobody]) {
    const row = await first(db, sql`select detail, sealed from outbox where ${rowOf(mail?.id)}`)
    assert.deepEqual(row, { detail: {}, sealed: null })
    assertRefused(await retry(mail?.id ?? ''), 409, 'mail_over')
  }
})

test('of simultaneous requests one sends it again, and nothing else is sent', async () => {
  const { person, mail } = await givenUp(isBlocked, 'notice')
  await mailsTo(service, person.email)
  const answers = await race(service, 8, () => ({
    method: 'POST',
    path: `/admin/mails/${mail.id}/retry`,
    body: { reason },
    token: key,
  }))
  assert.deepEqual(statusesOf(answers), { 202: 1, 409: 7 })
  assert.equal((await mailsTo(service, person.email)).length, 1)
})

test('no other state is listed, no other email is there, and each needs its scope and a reason', async () => {
  for (const query of ['', '?state=', '?state=waiting', '?state=given-up&cursor=x'])
    assertRefused(await ask('GET', `/mails${query}`), 400, 'bad_request')
  const { mail } = await givenUp(isBlocked, 'notice')
  const [queue] = mail.id.split('.')
  for (const id of ['1', `${queue}.0`, `${queue}.999999999`, `${newId(Date.now())}.1`, `${mail.id}'`])
    assertRefused(await retry(encodeURIComponent(id)), 404, 'not_found')
  assert.equal((await ask('POST', `/mails/${mail.id}/retry`, {})).status, 422)
  const reader = await newOperator(service, 'users:read')
  assertRefused(await reader.ask('POST', `/mails/${mail.id}/retry`, { reason }), 403, 'insufficient_scope')
  const waiting = await register(service)
  const row = await first<{ queue: string; id: string }>(
    db,
    sql`
      insert into outbox (queue, user_id, channel, message, recipient, detail, due_at)
      values (${waiting.userId}, ${waiting.userId}, 'mail', 'notice', 'a@a.test', '{"notice":"account-enabled"}', now() + interval '1 hour')
      returning queue, id`,
  )
  assertRefused(await retry(`${row?.queue}.${row?.id}`), 409, 'mail_over')
  assert.equal((await get(service, `/users/${waiting.userId}/mails`, waiting.accessToken)).status, 200)
})
