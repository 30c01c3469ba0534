import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminEvent } from '../../contract/admin.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { newOperator } from '../support/operators.ts'
import { register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const { db } = service.deps
const { ask, id: keyId } = await newOperator(service, 'users:read')

const search = async (query: string): Promise<AdminEvent[]> => {
  const events: AdminEvent[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { status, body, text } = await ask('GET', `/events?limit=2&${query}${next && `&cursor=${next}`}`)
    assert.equal(status, 200, text)
    assert.ok(body.events.length <= 2)
    events.push(...body.events)
    next = body.next
  }
  return events
}
const idsOf = async (query: string) => (await search(query)).map(({ id }) => id)

/** Events of somebody from these addresses, one a minute or at once. @returns their ids */
const happened = async (day: string, addresses: (string | null)[], minutes = 1): Promise<string[]> => {
  const { userId } = await register(service)
  const rows = await db.run<{ id: string }>(sql`
    insert into events (user_id, type, outcome, address, at)
    select ${userId}, case when nth % 2 = 1 then 'sign_in.refused' else 'session.opened' end, 'success', address,
      ${`${day}T12:00:00Z`}::timestamptz + nth * make_interval(mins => ${minutes}::integer)
    from unnest(${addresses}::text[]) with ordinality as client (address, nth)
    returning id::text`)
  return rows.map(({ id }) => id)
}

test('events of all people are found by type and day, the newest first, with cursors', async () => {
  const ids = await happened('2020-03-01', ['192.0.2.1', '192.0.2.1', null, 'unknown', '192.0.2.1'])
  await happened('2020-03-02', ['192.0.2.1'])
  const day = 'after=2020-03-01&before=2020-03-02'
  assert.deepEqual(await idsOf(day), ids.toReversed())
  assert.deepEqual(await idsOf(`${day}&type=sign_in.refused`), [ids[4], ids[2], ids[0]])
  assert.deepEqual(await idsOf(`${day}&type=passkey.added`), [])
  assert.deepEqual(await idsOf('after=2020-03-01T12:02:00Z&before=2020-03-01T12:04:00Z'), [ids[2], ids[1]])
  const same = await happened('2020-03-03', ['192.0.2.1', '192.0.2.1', '192.0.2.1'], 0)
  assert.deepEqual(await idsOf('after=2020-03-03&before=2020-03-04'), same.toReversed())
})

test('a guess is found with its account, its address and who made it', async () => {
  const person = await register(service)
  await signIn(service, { ...person, password: 'a wrong one' })
  const [event] = await search('type=sign_in.refused')
  assert.deepEqual(
    [event?.userId, event?.ip, event?.actor.kind, event?.outcome],
    [person.userId, '127.0.0.1', 'stranger', 'refused'],
  )
  const own = (await ask('GET', `/users/${person.userId}/events`)).body.events
  const { userId: _, ...rest } = event ?? {}
  assert.deepEqual(own[0], rest)
})

test('events are found by the network of the client, and by one address, whatever their number', async () => {
  const v4 = await happened('2020-05-01', ['203.0.113.7', '203.0.114.7', '203.0.113.200', '20.30.113.7'])
  const v6 = await happened('2020-05-01', [
    '2001:db8::1',
    '2001:db8:0:5::1',
    '2001:db8:0:0:1::',
    '2001:db8:7:1::1',
    '2001:db8:1::1',
  ])
  assert.deepEqual(await idsOf('network=203.0.113.0/24'), [v4[2], v4[0]])
  assert.deepEqual(await idsOf('network=203.0.113.128/25'), [v4[2]])
  assert.deepEqual(await idsOf('network=203.0.113.7'), [v4[0]])
  assert.deepEqual(await idsOf('network=203.0.113.7&type=session.opened'), [])
  assert.deepEqual(await idsOf('network=203.0.113.0/24&type=sign_in.refused'), [v4[2], v4[0]])
  assert.deepEqual(await idsOf('network=203.0.113.0/24&after=2020-05-02'), [])
  assert.deepEqual(await idsOf('network=2001:db8::/48'), [v6[2], v6[1], v6[0]])
  assert.deepEqual(await idsOf('network=2001:db8::/64'), [v6[2], v6[0]])
  assert.deepEqual(await idsOf('network=2001:db8:7::/48'), [v6[3]])
  assert.deepEqual(await idsOf('network=::1'), [])
  // a page that looked at a thousand neighbours in vain has a next one
  await happened(
    '2020-05-02',
    Array.from({ length: 1_100 }, () => '203.0.113.9'),
  )
  const first = (await ask('GET', '/events?network=203.0.113.7')).body
  assert.deepEqual([first.events, typeof first.next], [[], 'string'])
  assert.deepEqual(await idsOf('network=203.0.113.7'), [v4[0]])
})

test('what operators did to no account is not among the events of accounts', async () => {
  const { userId } = await register(service)
  const by = { actor: { kind: 'service_key', id: keyId } } as const
  await recordEvent(db, { type: 'service_key.revoked', ...by })
  await recordEvent(db, { type: 'user.enabled', userId, ...by })
  assert.deepEqual(await idsOf('type=service_key.revoked'), [])
  assert.equal((await search('type=user.enabled'))[0]?.userId, userId)
  // a stranger's guess at an address that is nobody's
  await recordEvent(db, { type: 'sign_in.refused', outcome: 'refused', address: '198.51.100.4' })
  assert.equal((await search('network=198.51.100.4'))[0]?.userId, null)
})

test('what cannot be searched for is refused', async () => {
  for (const query of [
    'type=nothing',
    'type=sign_in.refused&type=session.opened',
    'network=203.0.113.0/23',
    'network=loopback',
    'network=',
    'network=2001:db8::/32',
    'after=yesterday',
    'before=1',
    'cursor=1',
    'cursor=1.0',
    'limit=0',
  ])
    assertRefused(await ask('GET', `/events?${query}`), 400, 'bad_request')
  const stranger = await newOperator(service, 'acts:read', 'events:read')
  assertRefused(await stranger.ask('GET', '/events'), 403, 'insufficient_scope')
})
