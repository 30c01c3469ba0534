import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedEvent } from '../../contract/wire.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { feedAll } from '../support/feed.ts'
import { get, post } from '../support/http.ts'
import { newOperator } from '../support/operators.ts'
import { type Person, register } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { dumpRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const { db } = service.deps
const { ask } = await newOperator(service, 'users:read', 'users:write', 'users:delete', 'export')
await db.run(sql`update service_keys set acts_per_hour = 10000`)
const { key } = await newServiceKey(service)

const put = ({ userId }: Pick<Person, 'userId'>, externalId: unknown) =>
  ask('PUT', `/users/${userId}/external-id`, { externalId })
const find = async (externalId: string) =>
  (await ask('GET', `/users?externalId=${encodeURIComponent(externalId)}`)).body.users
const introspect = (token: string) => post(service, '/auth/introspect', { token }, { token: key })

test('a person is named by what the application knows them by, wherever another program is told of them', async () => {
  const person = await register(service)
  assert.equal((await get(service, '/users/me', person.accessToken)).body.externalId, null)
  assert.equal('external_id' in (await introspect(person.accessToken)).body, false)
  const externalId = `auth0|Ada Łovelace ${person.userId}`
  assert.equal((await put(person, externalId)).status, 204)

  assert.equal((await get(service, '/users/me', person.accessToken)).body.externalId, externalId)
  const own = await get(service, `/users/${person.userId}/export`, person.accessToken)
  assert.equal(own.body.externalId, externalId)
  const { body: active } = await introspect(person.accessToken)
  assert.deepEqual([active.sub, active.external_id], [person.userId, externalId])
  const other = await register(service)
  const tokens = [other.accessToken, 'none', person.accessToken]
  const { body: batch } = await post(service, '/auth/introspect/batch', { tokens }, { token: key })
  assert.deepEqual(
    batch.results.map((told: { external_id?: string }) => told.external_id),
    [undefined, undefined, externalId],
  )
  assert.deepEqual(
    (await find(externalId)).map(({ id }: { id: string }) => id),
    [person.userId],
  )
  assert.equal((await ask('GET', `/users/${person.userId}`)).body.externalId, externalId)
})

test('the feed tells what the application knew somebody by, also of an account that is gone', async () => {
  await feedAll(service.deps)
  const { next } = (await get(service, '/events?after=now', key)).body
  const person = await register(service)
  await put(person, 'feed-7')
  await ask('DELETE', `/users/${person.userId}`, { reason: 'she asked for it', at: 'now' })
  await runJobs(service.deps, jobs)
  await feedAll(service.deps)
  const { body } = await get(service, `/events?after=${next}&limit=500`, key)
  const told = body.events.filter(({ userId }: FeedEvent) => userId === person.userId)
  assert.equal(told[0].externalId, null)
  for (const type of ['user.external_id_changed', 'account.deletion_requested', 'account.deleted'])
    assert.equal(told.find((event: FeedEvent) => event.type === type)?.externalId, 'feed-7', type)
})

test('an id is one person’s, however many ask for it at once, and free once they are gone', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => register(service)))
  const answers = await Promise.all(people.map((person) => put(person, 'the one')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409, 409, 409, 409])
  const owner = people[answers.findIndex(({ status }) => status === 204)]!
  const other = people.find((person) => person !== owner)!
  assertRefused(await put(other, 'the one'), 409, 'external_id_taken')
  assert.equal((await put(owner, 'the one')).status, 204)
  await ask('DELETE', `/users/${owner.userId}`, { reason: 'she asked for it', at: 'now' })
  assert.deepEqual(await find('the one'), [])
  assert.equal((await put(other, 'the one')).status, 204)
})

test('a changed id frees the former one, and a removed one is gone', async () => {
  const [ada, bob] = [await register(service), await register(service)]
  await put(ada, 'first')
  await put(ada, 'second')
  assert.equal((await put(bob, 'first')).status, 204)
  assert.equal((await ask('DELETE', `/users/${ada.userId}/external-id`)).status, 204)
  assert.equal((await get(service, '/users/me', ada.accessToken)).body.externalId, null)
  assert.deepEqual(await find('second'), [])
})

test('an id is compared as it is', async () => {
  const [ada, bob] = [await register(service), await register(service)]
  assert.deepEqual([(await put(ada, 'Case')).status, (await put(bob, 'case')).status], [204, 204])
  assert.equal((await find('Case'))[0].id, ada.userId)
})

test('what is no id of another system is refused, and so is a search for both it and an address', async () => {
  const person = await register(service)
  for (const wrong of ['', ' x', 'a\nb', 'x'.repeat(129)])
    assertFieldErrors(await put(person, wrong), { externalId: 'externalId' })
  assertFieldErrors(await put(person, 7), { externalId: 'string' })
  assertRefused(await ask('GET', '/users?externalId=%20x'), 400, 'bad_request')
  assertRefused(await ask('GET', '/users?externalId=x&email=ada'), 400, 'bad_request')
  const nobody = '01a20303-9559-7000-8000-000000000000'
  assertRefused(await put({ userId: nobody }, 'x'), 404, 'not_found')
})

test('every id has its owner, and every owner theirs', async () => {
  const lines = (await dumpRows(service)).split('\n')
  const owners = lines.filter((line) => line.startsWith('external_id_owners '))
  const named = await db.run<{ id: string; externalId: string }>(
    sql`select id, external_id as "externalId" from users where external_id is not null`,
  )
  assert.equal(owners.length, named.length)
  for (const { id } of named) assert.ok(owners.some((line) => line.includes(id)))
})
