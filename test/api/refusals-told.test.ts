import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminRefusal, AdminWait } from '../../contract/admin.ts'
import { get } from '../support/http.ts'
import { newOperator } from '../support/operators.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { explained } from '../support/refused/explained.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const { ask } = await newOperator(service, 'users:read', 'users:write', 'users:delete')
const reason = 'asked by the person'
const at = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const refusalsOf = async ({ userId }: { userId: string }): Promise<AdminRefusal[]> =>
  (await ask('GET', `/users/${userId}/refusals`)).body
const waitsOf = async ({ userId }: { userId: string }): Promise<AdminWait[]> =>
  (await ask('GET', `/users/${userId}/waits`)).body

test('a wait is told with its numbers, its end, and from where nobody would have had to wait', async () => {
  const person = await register(service, at('203.0.113.7'))
  assert.deepEqual(await waitsOf(person), [])
  const guess = () => signIn(service, { ...person, password: 'a wrong one' }, at('198.51.100.9'))
  for (let nth = 0; nth < 10; nth++) assertRefused(await guess(), 401, 'invalid_credentials')
  // a quarter of an hour, whatever the tests take
  await service.deps.db.run(sql`update attempts set count = 26 where kind = 'password'`)
  const refused = await guess()
  assertRefused(refused, 429, 'too_many_attempts')
  const told = await explained(ask, refused)
  assert.equal(told.facts.tries, 26)
  assert.equal(told.facts.place, 'unknown')
  assert.equal(told.ip, '198.51.100.9')
  assert.ok(Date.parse(told.liftsAt ?? '') > Date.parse(told.lastAt))
  const words =
    /^Wrong passwords from unknown places: 26\. Until the wait is over, none is looked at\. The next try is possible at .* UTC\. From 203\.0\.113\.7, where this person signed in at .* UTC, it would have been looked at\.$/
  assert.match(told.because, words)
  const [wait, ...others] = await waitsOf(person)
  assert.deepEqual([wait?.rule, wait?.place, others.length], ['limit.password', null, 0])
  assert.match(wait?.because ?? '', words)
  assert.equal((await signIn(service, person, at('203.0.113.7'))).status, 200)
  assert.equal((await ask('DELETE', `/users/${person.userId}/locks`, { reason })).status, 204)
  assert.deepEqual(await waitsOf(person), [])
})

test('after a hundred in a row it is said that no waiting helps', async () => {
  const person = await register(service, at('203.0.113.7'))
  const guess = () => signIn(service, { ...person, password: 'a wrong one' }, at('198.51.100.9'))
  await guess()
  await service.deps.db.run(sql`update attempts set in_a_row = 100 where kind = 'password' and in_a_row = 1`)
  const told = await explained(ask, await guess())
  assert.equal(told.liftsAt, null)
  assert.match(told.because, /After 100 in a row, no waiting lifts it/)
  const [wait] = await waitsOf(person)
  assert.equal(wait?.endsAt, null)
})

test('the log line of a refused request has its code, its rule and the account, and no other has', async () => {
  const person = await register(service)
  const refused = await signIn(service, { ...person, password: 'a wrong one' })
  const passed = await signIn(service, person)
  const lineOf = async ({ headers }: { headers: Headers }) => {
    const id = headers.get('x-request-id') ?? ''
    const isIts = (line: string) => line.includes(id) && line.includes('"msg":"request"')
    // the line is written behind the answer
    while (!service.logs.some(isIts)) await sleep(10)
    const { code, rule, userId } = JSON.parse(service.logs.find(isIts) ?? '')
    return { code, rule, userId }
  }
  const { userId } = person
  assert.deepEqual(await lineOf(refused), { code: 'invalid_credentials', rule: 'password.wrong', userId })
  assert.deepEqual(await lineOf(passed), { code: undefined, rule: undefined, userId: undefined })
})

test('a flood writes few rows, which count all of it and know the first and the last', async () => {
  const person = await register(service)
  const answers: Awaited<ReturnType<typeof get>>[] = []
  for (let nth = 0; nth < 40; nth++)
    answers.push(await get(service, '/users/me/events?limit=none', person.accessToken))
  const [first, last] = [answers[0], answers.at(-1)]
  assert.ok(first && last)
  assert.equal((await explained(ask, first)).count, 1)
  assert.equal((await explained(ask, last)).rule, 'request.malformed')
  const rows = await refusalsOf(person)
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    40,
  )
  assert.equal(rows.length, 21)
})

test('what was refused to somebody goes with the account', async () => {
  const person = await register(service)
  await explained(ask, await signIn(service, { ...person, password: 'a wrong one' }))
  assert.equal((await refusalsOf(person)).length, 1)
  assert.ok((await ask('DELETE', `/users/${person.userId}`, { reason, at: 'now' })).status < 300)
  const left = sql`select from refusals where user_id = ${person.userId}`
  while ((await many(service.deps.db, left)).length > 0) await sleep(50)
  assert.equal((await ask('GET', `/users/${person.userId}/refusals`)).status, 404)
})

test('a made-up token about nobody is told as nobody’s, or not at all, and breaks nothing', async () => {
  const { headers } = await signIn(service, { email: newEmail(), password: 'a wrong one' })
  assert.equal((await explained(ask, { headers })).userId, null)
  const strangers = `sp_ch_${Buffer.alloc(64, 7).toString('base64url')}`
  const challenge = { grant_type: 'two_factor', challenge: strangers, method: 'totp', code: '000000' }
  const answer = await fetch(`${service.address}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(challenge),
  })
  assert.equal(answer.status, 401)
  // what comes behind it is still written
  const person = await register(service)
  await explained(ask, await signIn(service, { ...person, password: 'a wrong one' }))
  assert.deepEqual(
    service.logs.filter((line) => line.includes('refusals could not be written')),
    [],
  )
})

test('only ids of requests are asked for, and an unknown one is nobody’s', async () => {
  for (const id of ['none', '00000000-0000-0000-0000-000000000000', "'"])
    assert.equal((await ask('GET', `/refusals/${encodeURIComponent(id)}`)).status, 404)
})
