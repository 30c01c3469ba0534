import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { testUnlessCitus } from '../support/unless-citus.ts'
import { startVariant } from '../support/variant.ts'

const nobody = '00000000-0000-0000-0000-000000000000'
const proxied = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const headers = { 'x-forwarded-for': '203.0.113.7' }

type Row = { type: string; outcome: string; sessionId: string | null; address: string | null; detail: object }

const eventsOf = (userId: string): Promise<Row[]> =>
  many(
    proxied.deps.db,
    sql`
      select type, outcome, session_id as "sessionId", address, detail
      from events
      where user_id = ${userId}
      order by id`,
  )

const told = (rows: Row[]) => rows.map(({ type, outcome, detail }) => [type, outcome, detail])

test('a registration is recorded, with its session', async () => {
  const { userId, accessToken } = await register(proxied, { headers })
  const { body: sessions } = await get(proxied, `/users/${userId}/sessions`, accessToken)
  const rows = await eventsOf(userId)
  assert.deepEqual(told(rows).sort(), [
    ['session.opened', 'success', { methods: ['password'] }],
    ['user.registered', 'success', {}],
  ])
  assert.deepEqual([...new Set(rows.map(({ address }) => address))], ['203.0.113.7'])
  assert.equal(rows.find(({ type }) => type === 'session.opened')?.sessionId, sessions[0].id)
})

test('sign-ins and refusals are recorded, with the kind of what was refused and not its content', async () => {
  const person = await register(proxied)
  await signIn(proxied, person, { headers })
  await signIn(proxied, { ...person, password: 'a wrong password' }, { headers })
  const [opened, refused] = (await eventsOf(person.userId)).slice(2)
  assert.deepEqual(told([opened!, refused!]), [
    ['session.opened', 'success', { methods: ['password'] }],
    ['sign_in.refused', 'refused', { grant: 'password' }],
  ])
  assert.deepEqual([opened?.address, refused?.address], ['203.0.113.7', '203.0.113.7'])
})

test('a sign-in with an unknown address is recorded without a user', async () => {
  const before = (await eventsOf(nobody)).length
  await signIn(proxied, { email: newEmail(), password: 'a wrong password' }, { headers })
  const rows = await eventsOf(nobody)
  assert.deepEqual(told(rows.slice(before)), [['sign_in.refused', 'refused', { grant: 'password' }]])
})

test('the end of a session is recorded with its reason, once for each', async () => {
  const person = await register(proxied)
  const [one, two, three] = await Promise.all(
    [1, 2, 3].map(async () => tokensOf(await signIn(proxied, person))),
  )
  await send(proxied, 'POST', '/auth/logout', { token: person.accessToken, headers })
  await send(proxied, 'POST', '/auth/logout', { token: person.accessToken, headers })
  const sessions = `/users/${person.userId}/sessions`
  const { body } = await get(proxied, sessions, one!.accessToken)
  const other = body.find(({ current }: { current: boolean }) => !current)
  await send(proxied, 'DELETE', `${sessions}/${other.id}`, { token: one!.accessToken, headers })
  await send(proxied, 'DELETE', sessions, { token: one!.accessToken, headers })
  assert.ok(two && three)
  const ended = (await eventsOf(person.userId)).filter(({ type }) => type === 'session.ended')
  assert.deepEqual(
    ended.map(({ detail, address }) => [detail, address]),
    ['signed_out', 'ended_by_owner', 'ended_by_owner', 'ended_by_owner'].map((reason) => [
      { reason },
      '203.0.113.7',
    ]),
  )
  assert.equal(new Set(ended.map(({ sessionId }) => sessionId)).size, 4)
})

test('a session ended to make room for a newer one is recorded', async () => {
  const person = await register(proxied)
  await proxied.deps.db.run(sql`
    insert into sessions (user_id, id, seed, methods, address, access_ends_at, refresh_ends_at, ends_at)
    select user_id, gen_random_uuid(), seed, methods, address, access_ends_at, refresh_ends_at, ends_at
    from sessions, generate_series(1, 49)
    where user_id = ${person.userId}`)
  tokensOf(await signIn(proxied, person))
  const ended = (await eventsOf(person.userId)).filter(({ type }) => type === 'session.ended')
  assert.deepEqual(told(ended), [['session.ended', 'success', { reason: 'too_many' }]])
})

test('a reused refresh token is recorded as stolen, with its generation', async () => {
  const { userId, refreshToken } = await register(proxied)
  await refresh(proxied, tokensOf(await refresh(proxied, refreshToken)).refreshToken)
  await refresh(proxied, refreshToken, { headers })
  await refresh(proxied, refreshToken, { headers })
  const events = (await eventsOf(userId)).slice(2)
  assert.deepEqual(told(events), [
    ['session.ended', 'success', { reason: 'token_reused' }],
    ['session.reuse_detected', 'success', { generation: 0 }],
  ])
  assert.ok(events.every(({ address }) => address === '203.0.113.7'))
})

test('a replayed code is recorded, with the session that it had opened', async () => {
  const { userId } = await register(proxied)
  const code = await issueCode(proxied.deps, { userId, epoch: 0, methods: ['github'] })
  await exchange(proxied, code)
  await shiftRows(proxied, 3)
  await exchange(proxied, code)
  const [opened, ...later] = (await eventsOf(userId)).slice(2)
  assert.deepEqual(told([opened!, ...later]), [
    ['session.opened', 'success', { methods: ['github'] }],
    ['session.ended', 'success', { reason: 'code_replayed' }],
    ['oauth_code.replayed', 'refused', {}],
  ])
  assert.deepEqual(
    later.map(({ sessionId }) => sessionId),
    [opened?.sessionId, opened?.sessionId],
  )
})

test('a refusal that changes nothing records no event', async () => {
  const { email, accessToken } = await register(proxied)
  const limited = await startVariant(proxied, { config: { failuresPerAddress: 1 } })
  await signIn(limited, { email, password: 'a wrong password' }, { headers })
  const { events } = await countRows(proxied)
  await signIn(limited, { email, password: 'a wrong password' }, { headers })
  await tryToRegister(proxied, { email, password: 'a password of the tests' })
  await refresh(proxied, 'nothing')
  await post(proxied, '/auth/token', '{')
  await get(proxied, '/users/me', accessToken)
  assert.equal((await countRows(proxied)).events, events)
})

testUnlessCitus('a stray statement can neither change nor delete an event', async () => {
  const { userId } = await register(proxied)
  const before = await eventsOf(userId)
  for (const attempt of [
    `update events set detail = '{}'`,
    `update events set type = 'x'`,
    `update events set address = null, session_id = null, detail = '{}'`,
    'delete from events',
    'truncate events',
  ]) {
    await assert.rejects(proxied.deps.db.script(attempt), /append-only/)
  }
  assert.deepEqual(await eventsOf(userId), before)
})

test('events outlive their account', async () => {
  const { userId } = await register(proxied)
  const before = await eventsOf(userId)
  await proxied.deps.db.run(sql`delete from users where id = ${userId}`)
  assert.deepEqual(await eventsOf(userId), before)
})
