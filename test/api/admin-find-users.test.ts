import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminUser } from '../../contract/admin.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, register } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const { db } = service.deps
const { ask } = await newOperator(service, 'users:read', 'users:write', 'users:delete')
const reason = 'an act of the tests'

/** Every page, each of which has no more than asked for. */
const pagesOf = async (query: string): Promise<AdminUser[][]> => {
  const pages: AdminUser[][] = []
  for (let next: string | null = ''; next !== null; ) {
    const { status, body, text } = await ask('GET', `/users?limit=2&${query}${next && `&cursor=${next}`}`)
    assert.equal(status, 200, text)
    assert.ok(body.users.length <= 2)
    pages.push(body.users)
    next = body.next
  }
  return pages
}
const found = async (query: string): Promise<string[]> => (await pagesOf(query)).flat().map(({ id }) => id)

/** In the order of their ids, which the service gives within a moment. */
const registered = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await register(service)).userId)
  return ids.sort()
}

test('the blocked, those who are closing and the unconfirmed are found, the newest first, page by page', async () => {
  const [open = '', ...others] = await registered(11)
  const [blocked, closing, proven] = [others.slice(0, 4), others.slice(4, 7), others.slice(7)]
  await db.run(sql`update emails set verified_at = now() where user_id <> all(${proven}::uuid[])`)
  for (const id of blocked) assert.equal((await ask('PUT', `/users/${id}/disabled`, { reason })).status, 204)
  for (const id of closing) assert.equal((await ask('DELETE', `/users/${id}`, { reason })).status, 202)
  assert.deepEqual(await found('status=blocked'), blocked.toReversed())
  assert.deepEqual(await found('status=closing'), closing.toReversed())
  assert.deepEqual(await found('status=unconfirmed'), proven.toReversed())
  assert.deepEqual(
    (await pagesOf('status=blocked')).map(({ length }) => length),
    [2, 2],
  )
  const [first] = (await pagesOf('status=closing')).flat()
  assert.deepEqual(first, (await ask('GET', `/users/${first?.id}`)).body)
  // what is over is no status any more
  await db.run(sql`update users set disabled_until = now() - interval '1 second' where id = ${blocked[0]}`)
  await ask('DELETE', `/users/${closing[0]}/deletion`, { reason })
  assert.deepEqual(await found('status=blocked'), blocked.slice(1).toReversed())
  assert.ok((await ask('DELETE', `/users/${closing[0]}/deletion`, { reason })).status === 204)
  assert.deepEqual(await found('status=closing'), closing.slice(1).toReversed())
  assert.ok(!(await found('status=blocked')).includes(open))
})

test('people without a second factor are found, however few there are among many', async () => {
  const guarded = await registerGuarded(service)
  const [without = ''] = await registered(1)
  const ids = await found('status=without-second-factor')
  assert.ok(ids.includes(without))
  assert.ok(!ids.includes(guarded.userId))
  // a page that looked at others in vain has a next one
  await db.run(sql`
    insert into users (id) select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, 1500) as n`)
  await db.run(sql`
    insert into emails (canonical, user_id, typed, verified_at)
    select id || '@example.com', id, id || '@example.com', now() from users where id >= 'ffffffff-0000-7000-8000-000000000000'`)
  await db.run(sql`
    insert into totp_factors (user_id, id, name, sealed_secret, last_step)
    select id, id, '', '', 0 from users where id >= 'ffffffff-0000-7000-8000-000000000000'`)
  const first = (await ask('GET', '/users?status=without-second-factor')).body
  assert.deepEqual([first.users, typeof first.next], [[], 'string'])
  assert.deepEqual(await found('status=without-second-factor'), ids)
  await db.run(sql`delete from users where id >= 'ffffffff-0000-7000-8000-000000000000'`)
})

test('people are found by when they registered, to the millisecond, alone and with a status', async () => {
  const ids = await registered(6)
  const at = (nth: number) => `2020-01-0${nth + 1}T12:00:00.000Z`
  for (const [nth, id] of ids.entries())
    await db.run(sql`update users set created_at = ${at(nth)}::timestamptz where id = ${id}`)
  // of the same moment
  await db.run(sql`update users set created_at = ${at(2)}::timestamptz where id = ${ids[3]}`)
  const between = (from: string, to: string) => `registeredAfter=${from}&registeredBefore=${to}`
  assert.deepEqual(await found(between('2020-01-01', '2020-02-01')), ids.toReversed())
  assert.deepEqual(await found(between(at(2), at(4))), [ids[3], ids[2]])
  assert.deepEqual(await found(`registeredBefore=${at(1)}`), [ids[0]])
  assert.deepEqual((await found('registeredAfter=2020-01-06')).slice(-1), [ids[5]])
  const [, second = '', third = '', , fifth = ''] = ids
  await db.run(sql`update emails set verified_at = now() where user_id <> all(${[second, fifth]}::uuid[])`)
  await ask('PUT', `/users/${third}/disabled`, { reason })
  const range = between('2020-01-01', '2020-02-01')
  assert.deepEqual(await found(`status=unconfirmed&${range}`), [fifth, second])
  assert.deepEqual(await found(`status=blocked&${range}`), [third])
  assert.deepEqual(await found(`status=closing&${range}`), [])
  assert.deepEqual(await found(`status=without-second-factor&${between(at(1), at(3))}`), [
    ids[3],
    third,
    second,
  ])
})

test('what cannot be searched for is refused', async () => {
  for (const query of [
    'status=open',
    'status=',
    'status=blocked&status=closing',
    'status=blocked&email=ada',
    'registeredAfter=2020-01-01&externalId=7',
    'registeredAfter=yesterday',
    'registeredBefore=2020-02-31',
    'status=blocked&cursor=x',
    `registeredBefore=2020-01-01&cursor=${newId(Date.now())}`,
    `status=blocked&cursor=1.${newId(Date.now())}`,
    'status=blocked&limit=101',
  ])
    assertRefused(await ask('GET', `/users?${query}`), 400, 'bad_request')
  const reader = await newOperator(service, 'users:write')
  assertRefused(await reader.ask('GET', `/users?status=blocked`), 403, 'insufficient_scope')
  assert.equal((await ask('GET', `/users?email=${newEmail()}`)).body.users.length, 0)
})
