import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, send } from '../support/http.ts'
import { register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await sharedService()

test('events are listed newest first, with their details', async () => {
  const person = await register(service)
  await signIn(service, { ...person, password: 'wrong' })
  const { body } = await get(service, `/users/${person.userId}/events`, person.accessToken)
  const types = body.events.map(({ type }: { type: string }) => type)
  assert.equal(types[0], 'sign_in.refused')
  assert.deepEqual(types.slice(1).sort(), ['session.opened', 'user.registered'])
  const [refused] = body.events
  assert.match(refused.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(
    { ...refused, id: '', at: '' },
    {
      id: '',
      at: '',
      type: 'sign_in.refused',
      outcome: 'refused',
      sessionId: null,
      ip: '127.0.0.1',
      detail: { grant: 'password' },
      actor: { kind: 'stranger', id: null },
      reason: null,
    },
  )
  assert.equal(body.next, null)
})

test('pages follow one another without a gap, whatever happens meanwhile', async () => {
  const person = await register(service)
  for (let time = 0; time < 6; time++) await signIn(service, { ...person, password: 'wrong' })
  const path = `/users/${person.userId}/events`
  const all = (await get(service, path, person.accessToken)).body.events.map(({ id }: { id: string }) => id)
  assert.equal(all.length, 8)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await get(service, `${path}?limit=3${cursor}`, person.accessToken)
    seen.push(...body.events.map(({ id }: { id: string }) => id))
    cursor = body.next && `&cursor=${body.next}`
    await signIn(service, { ...person, password: 'wrong' })
  } while (cursor)
  assert.deepEqual(seen, all)
})

test('an invalid page is refused', async () => {
  const { userId, accessToken } = await register(service)
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=-1',
    'limit=1.5',
    'limit=5&limit=6',
    'cursor=',
    'cursor=x',
    'cursor=0',
    'cursor=-1',
    `cursor=${'9'.repeat(19)}`,
  ]) {
    assertRefused(await get(service, `/users/${userId}/events?${query}`, accessToken), 400, 'bad_request')
  }
})

test('another user’s events are not found', async () => {
  const [ada, eve] = [await register(service), await register(service)]
  assertRefused(await get(service, `/users/${ada.userId}/events`, eve.accessToken), 404, 'not_found')
  assertRefused(await get(service, `/users/${ada.userId}/events`), 401, 'unauthorized')
})

test('an export has the newest events and emails, and says where the rest is', async () => {
  const { userId, accessToken } = await register(service)
  await service.deps.db.run(sql`
    insert into events (user_id, type, outcome)
    select ${userId}, 'sign_in.refused', 'refused' from generate_series(1, 1100)`)
  await service.deps.db.run(sql`
    insert into outbox (queue, user_id, channel, message, recipient, ended_at, outcome)
    select ${userId}, ${userId}, 'mail', n::text, 'ann@example.com', now(), 'delivered'
    from generate_series(1, 1100) as n`)
  const { body } = await get(service, `/users/${userId}/export`, accessToken)
  assert.deepEqual([body.events.length, body.mails.length], [1_000, 1_000])
  const rest = async (kind: 'events' | 'mails', next: string | null): Promise<{ name?: string }[]> => {
    if (next === null) return []
    const page = await get(service, `/users/${userId}/${kind}?limit=100&cursor=${next}`, accessToken)
    return [...page.body[kind], ...(await rest(kind, page.body.next))]
  }
  assert.equal((await rest('events', body.nextEvents)).length, 102)
  const mails = [...body.mails, ...(await rest('mails', body.nextMails))]
  assert.deepEqual(
    mails.map(({ name }) => Number(name)),
    Array.from({ length: 1_100 }, (_, n) => 1_100 - n),
  )
})

test('another user’s emails are not found', async () => {
  const [ada, eve] = [await register(service), await register(service)]
  assertRefused(await get(service, `/users/${ada.userId}/mails`, eve.accessToken), 404, 'not_found')
  assertRefused(await get(service, `/users/${ada.userId}/mails`), 401, 'unauthorized')
})

test('a password manager is sent to the page that changes the password', async () => {
  const path = '/.well-known/change-password'
  const ours = await get(service, path)
  assert.deepEqual([ours.status, ours.headers.get('location')], [302, '/account/forgot-password'])
  assert.equal((await get(service, '/account/forgot-password')).status, 200)
  const changePasswordUrl = 'https://app.example.com/settings/password'
  const led = await send(await startVariant(service, { config: { changePasswordUrl } }), 'GET', path)
  assert.deepEqual([led.status, led.headers.get('location')], [302, changePasswordUrl])
})
