import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { atEnd } from '../support/at-end.ts'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { dumpRows } from '../support/rows.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { first, many, sql } from '../support/sql.ts'
import { until as eventually } from '../support/until.ts'
import { type Received, startReceiver } from '../support/webhook-receiver.ts'

const operatorsEmail = 'team@acme.example'
const settings = { WEBHOOK_PRIVATE_HOSTS: 'localhost', OPERATORS_EMAIL: operatorsEmail }
const service = await startTestService(settings)
await startSecond(service)
const { db } = service.deps
const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write', 'users:write', 'users:delete')
await db.run(sql`update service_keys set acts_per_hour = 10000`)
const receiver = await startReceiver()

const add = async (body: object = {}): Promise<string> => {
  const added = await ask('POST', '/webhooks', { url: receiver.url, types: ['identity.*'], ...body })
  assert.equal(added.status, 201, added.text)
  receiver.secrets.push(added.body.secret)
  return added.body.id
}

afterEach(async () => {
  for (const { id } of (await ask('GET', '/webhooks')).body) await ask('DELETE', `/webhooks/${id}`)
  receiver.answer = () => false
  receiver.received.length = 0
  assert.deepEqual(receiver.refused, [])
})

// sooner than what was refused comes again by itself, after 27 seconds
const until = (isSo: () => unknown, why?: string | (() => unknown)) => eventually(isSo, why, 20_000)
const came = (count: number) =>
  until(
    () => receiver.received.length >= count,
    () => receiver.received.map(({ type, userId }) => `${type} ${userId}`),
  )

const linked = (userId: string, ...providers: string[]) =>
  providers.map((provider) => ({
    type: 'identity.linked' as const,
    userId,
    address: '192.0.2.7',
    detail: { provider },
  }))
/** What happens to somebody, in this order. */
const happen = (userId: string, ...providers: string[]) => recordEvent(db, ...linked(userId, ...providers))
const providersOf = (userId: string, received: readonly Received[] = receiver.received) =>
  received
    .filter((each) => each.userId === userId)
    .map(({ data }) => (data.detail as { provider: string }).provider)
const show = async (id: string) => (await ask('GET', `/webhooks/${id}`)).body
const attemptsOf = async (id: string) =>
  (await ask('GET', `/webhooks/${id}/attempts?limit=100`)).body.attempts

/** As if nobody had waited so long. */
const endPauses = () =>
  db.script(
    `update webhooks set paused_until = now() - interval '1 millisecond';
     update webhook_waiting set due_at = now() - interval '1 millisecond' where due_at > now()`,
  )

const makeDue = () =>
  db.script("update webhook_waiting set due_at = now() - interval '1 millisecond' where due_at > now()")

test('what happens arrives within seconds, signed, with the id and the words of the feed', async () => {
  const id = await add({ types: ['user.registered', 'session.*'], description: 'a shop' })
  const person = await register(service)
  await came(2)
  const [registered, opened] = receiver.received
  assert.deepEqual([registered?.type, opened?.type], ['user.registered', 'session.opened'])
  const { actor, email, detail, ...rest } = registered?.data ?? {}
  assert.deepEqual(
    [actor, email, detail, rest],
    [
      { kind: 'owner', id: null },
      person.email,
      {},
      { userId: person.userId, sessionId: null, outcome: 'success' },
    ],
  )
  assert.ok(!('ip' in (opened?.data ?? {})) && !('email' in (opened?.data ?? {})))
  const events = await many<{ id: string }>(
    db,
    sql`select id::text from events where user_id = ${person.userId} and type in ('user.registered', 'session.opened') order by events.id`,
  )
  assert.deepEqual(
    receiver.received.map((each) => each.id),
    events.map((event) => event.id),
  )
  await until(async () => (await attemptsOf(id)).length === 2)
  const { lastSuccessAt, behind, waiting } = await show(id)
  assert.deepEqual([typeof lastSuccessAt, behind, waiting], ['string', 0, 0])
})

test('an IP address is told to those who asked for it', async () => {
  await add({ includeAddresses: true })
  const { userId } = await register(service)
  await happen(userId, 'one')
  await came(1)
  assert.equal(receiver.received[0]?.data.ip, '192.0.2.7')
})

test("what is refused holds up its own person's news, and nobody else's, and comes again under the same id", async () => {
  const id = await add()
  const [one, other] = [await register(service), await register(service)]
  let isRefusing = true
  receiver.answer = ({ userId }, response) =>
    isRefusing && userId === one.userId ? response.writeHead(500).end('no') : false
  // at once: a webhook that only refuses is failing, and once it answers again, all that waits is sent
  await recordEvent(db, ...[one, other].flatMap(({ userId }) => linked(userId, 'a', 'b', 'c')))
  await until(() => providersOf(other.userId).length === 3)
  await until(async () => (await show(id)).waiting === 3)
  assert.deepEqual(providersOf(one.userId), ['a'])
  await happen(one.userId, 'd')
  await until(async () => (await show(id)).waiting === 4)
  isRefusing = false
  await endPauses()
  await until(() => providersOf(one.userId).length === 5)
  assert.deepEqual(providersOf(one.userId), ['a', 'a', 'b', 'c', 'd'])
  const [refused, again] = receiver.received.filter(({ userId }) => userId === one.userId)
  assert.equal(refused?.id, again?.id)
  await until(async () => (await show(id)).waiting === 0)
  const attempts = (await attemptsOf(id)).filter(
    ({ eventId }: { eventId: string }) => eventId === refused?.id,
  )
  assert.deepEqual(
    attempts.map(({ attempt, outcome, status, answer }: Record<string, unknown>) => [
      attempt,
      outcome,
      status,
      answer,
    ]),
    [
      [2, 'delivered', 204, ''],
      [1, 'failed', 500, 'no'],
    ],
  )
})

/** How a receiver dislikes one message, and seems to be away. */
const aways: Record<string, (response: ServerResponse) => unknown> = {
  'cuts the connection': (response) => response.socket?.destroy(),
  'answers 503': (response) => response.writeHead(503).end(),
  'answers 429': (response) => response.writeHead(429).end(),
}

for (const [how, disliked] of Object.entries(aways)) {
  test(`where the receiver ${how} for two people, others are told`, async () => {
    const id = await add()
    const [one, two, other] = [await register(service), await register(service), await register(service)]
    receiver.answer = ({ userId }, response) => (userId === other.userId ? false : disliked(response))
    for (const { userId } of [one, two]) {
      await happen(userId, 'a')
      await until(async () => {
        await endPauses()
        return providersOf(userId).length >= 2
      })
    }
    await happen(other.userId, 'a', 'b')
    await until(async () => {
      await endPauses()
      return providersOf(other.userId).length === 2
    })
    await until(async () => (await show(id)).behind === 0)

    // by now, it is known that somebody is there: what fails again says nothing of the others
    const before = receiver.received.length
    await until(async () => {
      await makeDue()
      return receiver.received.length >= before + 4
    })
    await happen(other.userId, 'c')
    await until(() => providersOf(other.userId).length === 3)
    assert.deepEqual(providersOf(other.userId), ['a', 'b', 'c'])
    assert.equal((await show(id)).waiting, 2)
  })
}

test('what has failed more often keeps nobody from a turn who waits as well', async () => {
  await add()
  const people = await Promise.all(Array.from({ length: 5 }, () => register(service)))
  const other = people.at(-1)!
  receiver.answer = (_received, response) => response.socket?.destroy()
  for (const { userId } of people) {
    await happen(userId, 'a')
    await until(async () => {
      await endPauses()
      return providersOf(userId).length > 0
    })
  }
  // as many at once as are sent at once, so that all of them were tried before anybody else is
  const hung: ServerResponse[] = []
  receiver.answer = ({ userId }, response) => {
    if (userId === other.userId) return response.writeHead(204).end()
    if (hung.push(response) === 4) for (const each of hung.splice(0)) each.socket?.destroy()
  }
  const before = providersOf(other.userId).length
  await db.run(sql`update webhook_waiting set attempts = attempts + 100 where user_id <> ${other.userId}`)
  await until(async () => {
    await endPauses()
    return providersOf(other.userId).length > before
  })
})

test('where a pause is asked for about one person, others are told after it, before that person is', async () => {
  const id = await add()
  const [one, other] = [await register(service), await register(service)]
  receiver.answer = ({ userId }, response) =>
    userId === one.userId ? response.writeHead(503, { 'retry-after': '600' }).end() : false
  const isPaused = () =>
    first(db, sql`select 1 from webhooks where id = ${id} and paused_until > now() + interval '1 minute'`)
  await happen(one.userId, 'a')
  await until(isPaused)
  for (const [nth, provider] of ['a', 'b', 'c'].entries()) {
    await happen(other.userId, provider)
    await db.script(
      `update webhooks set paused_until = paused_until - interval '600 seconds';
       update webhook_waiting set due_at = due_at - interval '600 seconds'`,
    )
    await until(() => providersOf(other.userId).length === nth + 1)
    // the first time, whoever was told brought forward what waited
    if (nth > 0) await makeDue()
    await until(isPaused)
  }
})

test('what others accept brings nothing forward that is refused by itself', async () => {
  const id = await add()
  const [one, other] = [await register(service), await register(service)]
  receiver.answer = ({ userId }, response) =>
    userId === one.userId ? response.writeHead(500).end('no') : false
  await happen(one.userId, 'a')
  await until(async () => (await show(id)).failingSince !== null)
  // whoever answers again gets at once what waits
  await happen(other.userId, 'a')
  await until(async () => (await attemptsOf(id)).length === 3)
  await db.script("update webhook_waiting set due_at = now() + interval '1 hour'")
  await happen(other.userId, 'b')
  await until(async () => (await attemptsOf(id)).length === 4)
  assert.deepEqual(providersOf(one.userId), ['a', 'a'])
  assert.ok(await first(db, sql`select 1 from webhook_waiting where due_at > now() + interval '30 minutes'`))
})

test('while nobody is there little is tried, and afterwards everything arrives in order', async () => {
  const id = await add()
  const people = await Promise.all(Array.from({ length: 30 }, () => register(service)))
  receiver.answer = (_received, response) => response.socket?.destroy()
  for (const { userId } of people) await happen(userId, 'a', 'b', 'c', 'd')
  await until(async () => (await show(id)).failingSince !== null)
  await sleep(1_500)
  assert.ok(receiver.received.length <= 8, `${receiver.received.length} attempts`)
  receiver.received.length = 0
  receiver.answer = () => false
  await endPauses()
  await until(async () => {
    await endPauses()
    return people.every(({ userId }) => providersOf(userId).length >= 4)
  })
  for (const { userId } of people) assert.deepEqual(providersOf(userId), ['a', 'b', 'c', 'd'])
  await until(async () => (await show(id)).waiting === 0)
  assert.equal((await show(id)).failingSince, null)
})

test('a pause that a receiver asks for is kept', async () => {
  const id = await add()
  const { userId } = await register(service)
  receiver.answer = (_received, response) => response.writeHead(429, { 'retry-after': '3600' }).end()
  await happen(userId, 'a')
  await came(1)
  await until(async () => (await show(id)).failingSince !== null)
  const paused = await first<{ seconds: number }>(
    db,
    sql`select extract(epoch from paused_until - now())::float8 as seconds from webhooks`,
  )
  assert.ok(Math.abs((paused?.seconds ?? 0) - 3_600) < 10)
  await happen(userId, 'b')
  await sleep(1_500)
  assert.equal(receiver.received.length, 1)
})

test('a 410 switches a webhook off at once, and operators are told by email', async () => {
  const id = await add()
  const { userId } = await register(service)
  receiver.answer = (_received, response) => response.writeHead(410).end()
  await happen(userId, 'a', 'b')
  await until(async () => !(await show(id)).enabled)
  assert.equal((await show(id)).disabledBecause, 'gone')
  const mails = await many(
    db,
    sql`select 1 from outbox where recipient in (${operatorsEmail}, '') and message = 'webhook-off' and queue = ${id}`,
  )
  assert.equal(mails.length, 1)
  receiver.answer = () => false
  await ask('PATCH', `/webhooks/${id}`, { enabled: true })
  await until(() => providersOf(userId).length === 3)
  assert.deepEqual(providersOf(userId), ['a', 'a', 'b'])
})

test('a 410 of where a webhook led before does not switch it off', async () => {
  const id = await add()
  const { userId } = await register(service)
  const next = await startReceiver()
  next.secrets = receiver.secrets
  receiver.answer = async (_received, response) => {
    await ask('PATCH', `/webhooks/${id}`, { url: next.url })
    response.writeHead(410).end()
  }
  await happen(userId, 'a')
  await until(async () => (await attemptsOf(id)).length === 1)
  await until(async () => {
    await endPauses()
    return next.received.length === 1
  })
  assert.equal((await show(id)).enabled, true)
})

test('a webhook that accepted nothing for five days is switched off', async () => {
  const id = await add()
  const { userId } = await register(service)
  receiver.answer = (_received, response) => response.writeHead(500).end()
  await happen(userId, 'a')
  await until(async () => (await show(id)).failingSince !== null)
  await db.script("update webhooks set failing_since = now() - interval '4 days 23 hours'")
  await endPauses()
  await came(2)
  await sleep(300)
  assert.equal((await show(id)).enabled, true)
  await db.script("update webhooks set failing_since = now() - interval '5 days 1 millisecond'")
  await endPauses()
  await until(async () => !(await show(id)).enabled)
  assert.equal((await show(id)).disabledBecause, 'failing')
})

test('after three days an event is given up, what follows it arrives, and it can be sent again', async () => {
  const id = await add()
  const { userId } = await register(service)
  receiver.answer = ({ data }, response) =>
    (data.detail as { provider: string }).provider === 'bad' ? response.writeHead(400).end() : false
  await happen(userId, 'bad', 'good')
  await until(async () => (await show(id)).waiting === 2)
  await db.script(
    `update webhook_waiting set since = now() - interval '3 days 1 millisecond', due_at = now() - interval '1 millisecond',
      attempts = case when attempts = 1 then 25 else 0 end`,
  )
  await until(() => providersOf(userId).includes('good'))
  await until(async () => (await attemptsOf(id)).length === 3)
  const [, lost] = await attemptsOf(id)
  assert.deepEqual([lost.outcome, lost.attempt], ['given_up', 26])
  receiver.answer = () => false
  const again = await ask('POST', `/webhooks/${id}/replay`, { eventId: lost.eventId })
  assert.deepEqual([again.status, again.body], [202, { queued: 1 }])
  await until(() => providersOf(userId).filter((each) => each === 'bad').length === 3)
  assert.equal(receiver.received.at(-1)?.id, lost.eventId)
})

test('what was hardly tried, behind another or for a webhook that was off, is not given up, however long it has waited', async () => {
  const id = await add()
  const { userId } = await register(service)
  receiver.answer = (_received, response) => response.writeHead(500).end()
  await happen(userId, 'a', 'b')
  await until(async () => (await show(id)).waiting === 2)
  await ask('PATCH', `/webhooks/${id}`, { enabled: false })
  // however often it was tried before
  await db.script("update webhook_waiting set since = now() - interval '4 days', attempts = 25")
  await ask('PATCH', `/webhooks/${id}`, { enabled: true })
  await until(async () => (await attemptsOf(id)).length === 2)
  assert.equal((await show(id)).waiting, 2)
  receiver.answer = ({ data }, response) =>
    (data.detail as { provider: string }).provider === 'b' ? response.writeHead(500).end() : false
  await until(async () => {
    await endPauses()
    return providersOf(userId).includes('b')
  })
  receiver.answer = () => false
  await until(async () => {
    await endPauses()
    return (await show(id)).waiting === 0
  })
  const outcomes = (await attemptsOf(id)).map((each: Record<string, unknown>) => each.outcome)
  assert.ok(!outcomes.includes('given_up'))
  assert.equal(outcomes.filter((each: unknown) => each === 'delivered').length, 2)
})

test('a replay sends everything since then once more, under the same ids and in order', async () => {
  const id = await add()
  const people = await Promise.all([register(service), register(service)])
  await until(async () => (await show(id)).behind === 0)
  await sleep(20)
  const { now } = (await first<{ now: Date }>(db, sql`select now() as now`))!
  await sleep(20)
  for (const { userId } of people) await happen(userId, 'a', 'b', 'c')
  await came(6)
  const sent = receiver.received.splice(0)
  await until(async () => (await show(id)).behind === 0)
  const replayed = await ask('POST', `/webhooks/${id}/replay`, { after: now.toISOString() })
  assert.equal(replayed.status, 202)
  assert.ok(replayed.body.queued >= 6)
  await came(6)
  await sleep(300)
  assert.equal(receiver.received.length, 6)
  for (const { userId } of people)
    assert.deepEqual(
      receiver.received.filter((each) => each.userId === userId).map((each) => each.id),
      sent.filter((each) => each.userId === userId).map((each) => each.id),
    )
})

test('the deletion of an account is told when the account is gone', async () => {
  await add({ types: ['account.deleted'] })
  const { userId } = await register(service)
  const deleted = await ask('DELETE', `/users/${userId}`, { reason: 'she asked for it', at: 'now' })
  assert.ok(deleted.status < 300, deleted.text)
  await until(() =>
    receiver.received.some(({ type, ...each }) => type === 'account.deleted' && each.userId === userId),
  )
  assert.deepEqual(await many(db, sql`select 1 from users where id = ${userId}`), [])
})

test('what an application knew somebody by comes with each message, at each attempt, and when they are gone', async () => {
  const id = await add({ types: ['user.registered', 'user.external_id_changed', 'account.deleted'] })
  const { userId } = await register(service)
  receiver.answer = ({ type }, response) =>
    type === 'user.registered' ? false : response.writeHead(500).end()
  // letters of several bytes: a length counted in letters would cut the message
  const externalId = `auth0|Łukasz 😀 ${userId}`
  await ask('PUT', `/users/${userId}/external-id`, { externalId })
  const deleted = await ask('DELETE', `/users/${userId}`, { reason: 'she asked for it', at: 'now' })
  assert.ok(deleted.status < 300, deleted.text)
  await until(async () => (await show(id)).waiting === 2)
  receiver.answer = () => false
  await until(async () => {
    await endPauses()
    return receiver.received.some(({ type }) => type === 'account.deleted')
  })
  const told = receiver.received.map(({ type, data }) => [type, data.externalId])
  assert.deepEqual(told.slice(0, 2), [
    ['user.registered', undefined],
    ['user.external_id_changed', externalId],
  ])
  assert.deepEqual(told.at(-1), ['account.deleted', externalId])
  await until(async () => (await show(id)).waiting === 0)
  // the feed holds it as long as it can be told again
  await until(async () => {
    const tables = (await dumpRows(service)).split('\n').filter((line) => line.includes(externalId))
    return tables.every((line) => line.startsWith('feed '))
  })
  await db.script("update feed set at = now() - interval '31 days'")
  await runJobs(service.deps, jobs)
  assert.ok(!(await dumpRows(service)).includes(externalId))
})

test('a redirect is not followed', async () => {
  let connections = 0
  const trap = createServer()
  trap.on('connection', () => connections++)
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise((resolve) => trap.close(resolve)))
  const { port } = trap.address() as AddressInfo
  const id = await add()
  receiver.answer = (_received, response) =>
    response.writeHead(302, { location: `http://localhost:${port}/` }).end()
  assert.equal((await ask('POST', `/webhooks/${id}/test`)).body.outcome, 'failed')
  assert.equal(connections, 0)
})

test('a receiver that hangs delays no other', async () => {
  const hung: (() => void)[] = []
  const slow = await startReceiver()
  const added = await ask('POST', '/webhooks', { url: slow.url, types: ['identity.*'] })
  slow.secrets = [added.body.secret]
  slow.answer = (_received, response) => {
    hung.push(() => response.end())
  }
  await add()
  const people = await Promise.all(Array.from({ length: 8 }, () => register(service)))
  for (const { userId } of people) await happen(userId, 'a', 'b')
  await came(16)
  assert.ok(hung.length >= 1 && hung.length <= 4)
  for (const end of hung) end()
})

test('what another process has is left to it until its lease ends', async () => {
  const id = await add()
  const { userId } = await register(service)
  await db.script(
    `update webhooks set leased_by = gen_random_uuid(), leased_until = now() + interval '30 seconds'`,
  )
  await happen(userId, 'a')
  await sleep(1_500)
  assert.deepEqual(receiver.received, [])
  await db.script("update webhooks set leased_until = now() - interval '1 millisecond'")
  await came(1)
  await until(async () => (await show(id)).behind === 0)
})
