import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '../../contract/admin.ts'
import { version } from '../../src/platform/version.ts'
import { newOperator } from '../support/operators.ts'
import { register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const { db } = service.deps
const { ask } = await newOperator(service, 'overview:read', 'users:write', 'users:delete')
const reason = 'an act of the tests'

const overview = async (): Promise<Overview> => {
  const { status, body, text } = await ask('GET', '/overview')
  assert.equal(status, 200, text)
  return body
}

test('sign-ins and refusals are counted by hour, people by status, and the version is told', async () => {
  const before = await overview()
  assert.equal(before.version, await version())
  assert.equal(before.hours.length, 24)
  const people = await Promise.all(Array.from({ length: 4 }, () => register(service)))
  const [blocked, closing, proven] = people
  await db.run(sql`update emails set verified_at = now() where user_id = ${proven?.userId}`)
  await ask('PUT', `/users/${blocked?.userId}/disabled`, { reason })
  await ask('DELETE', `/users/${closing?.userId}`, { reason })
  await ask('POST', '/users', { email: 'invited@example.com' })
  await signIn(service, { ...people[3]!, password: 'a wrong one' })
  const after = await overview()
  const { people: counted, hours } = after
  assert.deepEqual(counted, {
    all: before.people.all + 5,
    isEstimate: false,
    blocked: before.people.blocked + 1,
    unconfirmed: before.people.unconfirmed + 4,
    closing: before.people.closing + 1,
    invited: before.people.invited + 1,
  })
  const sum = (of: Overview['hours'], what: 'signIns' | 'refusals') =>
    of.reduce((total, hour) => total + hour[what], 0)
  assert.deepEqual(
    [
      sum(hours, 'signIns') - sum(before.hours, 'signIns'),
      sum(hours, 'refusals') - sum(before.hours, 'refusals'),
    ],
    [4, 1],
  )
})

test('each hour has its own, from its first moment to its last', async () => {
  const { hours } = await overview()
  const [first, second] = hours.slice(5)
  const { userId } = await register(service)
  const at = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
  for (const moment of [at(first!.from, -1), first!.from, at(first!.from, 3_599_999), second!.from])
    await db.run(sql`
      insert into events (user_id, type, outcome, at)
      values (${userId}, 'session.opened', 'success', ${moment}::timestamptz), (${userId}, 'two_factor.refused', 'refused', ${moment}::timestamptz)`)
  const later = (await overview()).hours
  const of = (from: string) => later.find((hour) => hour.from === from)
  assert.deepEqual(of(first!.from), {
    from: first!.from,
    signIns: first!.signIns + 2,
    refusals: first!.refusals + 2,
  })
  assert.deepEqual(
    [of(second!.from)?.signIns, of(second!.from)?.refusals],
    [second!.signIns + 1, second!.refusals + 1],
  )
})

test('nothing is counted further than the bound, and the number of people is estimated from there on', async () => {
  const other = await startTestService()
  const operator = await newOperator(other, 'overview:read')
  await other.deps.db.run(sql`
    insert into users (id, disabled_at)
    select ('01a21fef-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now() from generate_series(1, 12000) as n`)
  await other.deps.db.run(sql`
    insert into events (user_id, type, outcome) select id, 'session.opened', 'success' from users`)
  await other.deps.db.script('analyze users')
  const { body } = await operator.ask('GET', '/overview')
  const { people, countedUpTo, hours } = body as Overview
  assert.equal(countedUpTo, 10_000)
  assert.deepEqual([people.all, people.isEstimate, people.blocked], [12_000, true, 10_000])
  const counts = hours.map(({ signIns }) => signIns)
  assert.ok(Math.max(...counts) <= 10_000 && counts.some((count) => count > 1_000), counts.join())
})

test('emails that wait or were given up, webhooks that fail, and what the doctor would warn of', async () => {
  const before = await overview()
  assert.deepEqual(before.webhooks, { on: 0, failing: 0, off: 0 })
  const { userId } = await register(service)
  await db.run(sql`
    insert into outbox (queue, user_id, channel, message, recipient, detail, created_at, due_at, turn)
    values (${userId}, ${userId}, 'unknown to this program', 'x', 'a@a.test', '{}', now() - interval '1 hour', now() + interval '1 hour', 'next')`)
  await db.run(sql`
    insert into outbox (queue, user_id, channel, message, recipient, ended_at, outcome)
    values (${userId}, ${userId}, 'mail', 'notice', 'a@a.test', now(), 'refused'),
      (${userId}, ${userId}, 'mail', 'notice', 'a@a.test', now(), 'expired'),
      (${userId}, ${userId}, 'mail', 'notice', 'a@a.test', now(), 'delivered')`)
  const webhook = (id: string, because: string | null) => sql`
    insert into webhooks (id, url, types, description, includes_addresses, sealed_secrets, cursor_seq, cursor_at_ms, disabled_at,
      disabled_because, failing_since, paused_until)
    values (${id}, 'https://receiver.example/', '{passkey.cloned}', '', false, '', (select last from feed_position), 0,
      ${because === null ? null : new Date()}, ${because}, now() - interval '2 hours', now() + interval '1 hour')`
  await db.run(webhook('01a21fef-0000-7000-8000-000000000001', null))
  await db.run(webhook('01a21fef-0000-7000-8000-000000000002', 'gone'))
  await db.run(webhook('01a21fef-0000-7000-8000-000000000003', 'by_operator'))
  const { id } = await newServiceKey(service)
  await db.run(sql`update service_keys set expires_at = now() + interval '1 day' where id = ${id}`)
  const after = await overview()
  assert.ok(after.mails.waiting > 0)
  assert.equal(after.mails.givenUp, before.mails.givenUp + 2)
  assert.deepEqual(after.webhooks, { on: 1, failing: 1, off: 1 })
  const found = after.findings.map(({ name, status, message }) => [name, status, message.split(' (')[0]])
  const told = (name: string, status: string, words: RegExp) =>
    assert.ok(
      found.some(([of, is, message = '']) => of === name && is === status && words.test(message)),
      `${words} ${found}`,
    )
  told('webhooks', 'warn', /receiver\.example has accepted nothing since/)
  told('webhooks', 'fail', /receiver\.example was switched off/)
  told('service-keys', 'warn', /expires on/)
  assert.ok(after.findings.every(({ remedy }) => remedy.length > 0))
  await db.run(sql`delete from webhooks`)
  await db.run(sql`delete from outbox where channel = 'unknown to this program'`)
})

test('it needs its scope', async () => {
  const other = await newOperator(service, 'users:read', 'acts:read')
  assertRefused(await other.ask('GET', '/overview'), 403, 'insufficient_scope')
})
