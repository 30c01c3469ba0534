import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedEvent, FeedPage } from '../../contract/wire.ts'
import { waitForNews } from '../../src/accounts/events/news.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { revokeServiceKey } from '../../src/credentials/service-keys/revoke.ts'
import { eventStream } from '../../src/flows/resource-servers/events/stream.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { feedAll } from '../support/feed.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { register, signIn } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { isCitus, isPostgres, startSecond, startTestService, type TestService } from '../support/service.ts'
import { assertKeyRefused, newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const second = await startSecond(service)
const { db } = service.deps
const { key } = await newServiceKey(service)

const ask = (query: string, at: Pick<TestService, 'address'> = service): Promise<Answer> =>
  get(at, `/events?${query}`, key)
const read = async (query: string, at?: Pick<TestService, 'address'>): Promise<FeedPage> => {
  const answer = await ask(query, at)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
/** Everything from a cursor on. */
const readAll = async (from: string, query = ''): Promise<FeedEvent[]> => {
  const { events, next } = await read(`after=${from}${query}`)
  return next === from ? events : [...events, ...(await readAll(next, query))]
}
const present = async () => {
  await feedAll(service.deps)
  return (await read('after=now')).next
}
const signOut = ({ accessToken }: { accessToken: string }) =>
  post(service, '/auth/logout', undefined, { token: accessToken })

test('the feed reports what happened, in order, without addresses or details', async () => {
  const before = await present()
  const person = await register(service)
  await signIn(service, { ...person, password: 'a wrong password' })
  await signOut(person)
  await feedAll(service.deps)
  const events = await readAll(before)
  const [, opened, , ended] = events
  assert.deepEqual(
    events.map(({ type, outcome, actor }) => `${type} ${outcome} ${actor.kind}`),
    [
      'user.registered success owner',
      'session.opened success owner',
      'sign_in.refused refused stranger',
      'session.ended success owner',
    ],
  )
  assert.ok(events.every(({ userId }) => userId === person.userId))
  assert.equal(ended?.sessionId, opened?.sessionId)
  assert.deepEqual(Object.keys(ended ?? {}), [
    'id',
    'at',
    'type',
    'outcome',
    'userId',
    'externalId',
    'sessionId',
    'actor',
  ])
})

test('types, limit and cursor filter the feed, and the cursor moves past events that were not selected', async () => {
  const before = await present()
  const people = [await register(service), await register(service), await register(service)]
  for (const person of people) await signOut(person)
  await feedAll(service.deps)
  const one = await read(`after=${before}&types=session.ended,account.deleted&limit=1`)
  const rest = await read(`after=${one.next}&types=session.ended&limit=500`)
  assert.deepEqual(
    [...one.events, ...rest.events].map(({ userId, type }) => `${type} ${userId}`),
    people.map(({ userId }) => `session.ended ${userId}`),
  )
  const none = await read(`after=${before}&types=nothing.known`)
  assert.deepEqual([none.events, none.next], [[], rest.next])
  assert.equal((await readAll(before, '&limit=1')).length, 9)
})

test('events without an account have no user', async () => {
  const before = await present()
  await signIn(service, { email: 'nobody@example.com', password: 'a password of the tests' })
  await newServiceKey(service)
  await feedAll(service.deps)
  const events = await readAll(before)
  assert.deepEqual(
    events.map(({ type, userId, actor }) => [type, userId, actor.kind]),
    [
      ['sign_in.refused', null, 'stranger'],
      ['service_key.added', null, 'operator'],
    ],
  )
})

test('without a cursor the feed begins with the oldest event', async () => {
  const { events } = await read('limit=2')
  assert.deepEqual(
    events.map(({ type }) => type),
    ['service_key.added', 'user.registered'],
  )
})

test('a waiting client hears of an event at once, in any process', async () => {
  const person = await register(service)
  const after = await present()
  const beganMs = performance.now()
  const waiting = [service, second, second].map((at) =>
    read(`after=${after}&types=session.ended&wait=25`, at),
  )
  await sleep(50)
  await signOut(person)
  for (const { events } of await Promise.all(waiting))
    assert.deepEqual(
      events.map(({ userId }) => userId),
      [person.userId],
    )
  // long before the wait would have been over
  assert.ok(performance.now() - beganMs < 15_000)
})

test('a wait without events ends empty, and keeps its place', async () => {
  const after = await present()
  const beganMs = performance.now()
  assert.deepEqual(await read(`after=${after}&wait=1`), { events: [], next: after })
  assert.ok(performance.now() - beganMs >= 900)
})

test('of thousands of events that commit out of order, none is skipped and none comes twice', async () => {
  const before = await present()
  const { userId } = await register(service)
  // over several servers each event is inserted by itself, and ten would leave no connection to the reader
  const writers = isCitus ? 3 : 10
  const told: FeedEvent[] = []
  let isWriting = true
  const reader = (async () => {
    for (let from = before; ; ) {
      const wasWriting = isWriting
      const { events, next } = await read(`after=${from}&limit=500&wait=1`)
      told.push(...events)
      if (next === from && !wasWriting) return
      from = next
    }
  })()
  const write = (isHeld: boolean) =>
    db.transaction(async (runner) => {
      const events = Array.from({ length: 50 }, () => ({ type: 'email.verified', userId }) as const)
      await recordEvent(runner, ...events)
      // their ids are drawn: those of others overtake them
      while (isHeld && told.length < 1_000) await sleep(10)
    })
  const writeOften = async (_: unknown, writer: number) => {
    // a transaction of the embedded database has it for itself
    const isLate = isPostgres && writer === 0
    for (let turn = 0; turn < 20; turn++) await write(isLate && turn === 0)
  }
  await Promise.all(Array.from({ length: writers }, writeOften))
  await feedAll(service.deps)
  isWriting = false
  await reader
  const ids = told.filter(({ type }) => type === 'email.verified').map(({ id }) => id)
  assert.equal(ids.length, writers * 1_000)
  assert.equal(new Set(ids).size, ids.length)
  const isInOrder = ids.every((id, at) => at === 0 || BigInt(id) > BigInt(ids[at - 1] ?? 0))
  if (isPostgres) assert.equal(isInOrder, false, 'nobody was overtaken, so nothing was shown')
})

test('a stream delivers events, resumes where it was cut, and ends with its reader', async () => {
  const after = await present()
  const person = await register(service)
  const opened = await openStream(`/events?after=${after}`)
  const first = await opened.next()
  assert.equal(first.event.type, 'user.registered')
  opened.close()
  const again = await openStream('/events?after=now', { 'last-event-id': first.id })
  assert.equal((await again.next()).event.type, 'session.opened')
  await signOut(person)
  const { id, event } = await again.next()
  assert.deepEqual([event.type, event.userId], ['session.ended', person.userId])
  assert.deepEqual((await read(`after=${id}`)).events, [])
  again.close()
})

test('a key takes at most twenty of the waiting readers’ places, and leaves the rest to others', async () => {
  const [{ key: greedy, id: by }, { key: other }] = [
    await newServiceKey(service),
    await newServiceKey(service),
  ]
  const [seq = ''] = (await present()).split('.')
  const gone = new AbortController()
  const waiting = Array.from({ length: 20 }, () =>
    waitForNews(
      service.deps,
      { seq, types: new Set(['account.deletion_cancelled']) },
      { by, ms: 25_000, signal: gone.signal },
    ),
  )
  const url = `${service.address}/events?types=account.deletion_cancelled&after=now`
  const statusOf = async (authorization: string, options = '', accept = 'application/json') => {
    const answer = await fetch(url + options, {
      headers: { authorization: `Bearer ${authorization}`, accept },
    })
    await answer.body?.cancel()
    return answer.status
  }
  assert.equal(await statusOf(greedy, '&wait=25'), 429)
  assert.equal(await statusOf(greedy, '', 'text/event-stream'), 429)
  // nothing to wait for takes no place
  assert.equal(await statusOf(greedy), 200)
  assert.equal(await statusOf(other, '&wait=1'), 200)
  assert.equal(await statusOf(other, '', 'text/event-stream'), 200)
  gone.abort()
  await Promise.all(waiting)
})

test('a silent stream says where to resume, and ends in time', async () => {
  const ended: string[] = []
  const asked = { after: 'now', types: new Set(['account.deleted']), limit: 100 } as const
  const stream = (after: 'now' | { seq: string; atMs: string }) =>
    eventStream(
      service.deps,
      { ...asked, after },
      { by: 'a key', signal: new AbortController().signal, isStillAllowed: async () => {} },
      { idMs: 200, lifeMs: 2_000 },
    )
  await feedAll(service.deps)
  for await (const line of stream('now')) ended.push(line)
  assert.equal(ended[0], 'retry: 1000\n\n')
  const ids = ended.slice(1).map((line) => /^id: (\d+)\.(\d+)\n\n$/.exec(line)?.slice(1) ?? [])
  assert.ok(ids.length > 1 && ids.every(([seq, atMs]) => seq && atMs))
  // what happens between two streams is told by the second
  const [seq = '', atMs = ''] = ids.at(-1) ?? []
  await recordEvent(db, { type: 'account.deleted', actor: { kind: 'system' } })
  await feedAll(service.deps)
  const told: string[] = []
  for await (const line of stream({ seq, atMs })) told.push(line)
  assert.equal(told.filter((line) => line.includes('"account.deleted"')).length, 1)
})

test('a cursor that is too old or of another history is refused, and no other', async () => {
  const place = async () => (await read('after=now')).next
  const before = await present()
  await register(service)
  const later = await present()
  const [seq = '', atMs] = later.split('.')
  for (const wrong of [`${seq}.1`, `${BigInt(seq) + 1n}.${atMs}`, `${BigInt(seq) + 100n}.0`]) {
    assertRefused(await ask(`after=${wrong}`), 410, 'cursor_expired')
    const stream = await fetch(`${service.address}/events?after=${wrong}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
    })
    assert.equal(stream.status, 410)
  }
  await db.run(sql`delete from feed where seq < ${seq}::bigint`)
  assertRefused(await ask(`after=${before}`), 410, 'cursor_expired')
  assert.equal((await ask(`after=${later}`)).status, 200)
  await db.run(sql`delete from feed`)
  assertRefused(await ask(`after=${before}`), 410, 'cursor_expired')
  assert.deepEqual(await read(`after=${later}`), { events: [], next: later })
  assert.equal(await place(), `${seq}.0`)
  await register(service)
  await feedAll(service.deps)
  assert.equal((await read(`after=${later}`)).events.length, 2)
  assert.equal((await read(`after=${seq}.0`)).events.length, 2)
})

test('GET is the only method, and a type with q=0 is not used', async () => {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  const head = await fetch(`${service.address}/events`, { method: 'HEAD', headers })
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET'])
  for (const accept of ['application/json, text/event-stream;q=0', 'text/event-streams', '*/*']) {
    const { body } = await send(service, 'GET', '/events?after=now', { headers: { ...headers, accept } })
    assert.deepEqual(body.events, [])
  }
})

test('an invalid query is refused', async () => {
  for (const query of [
    'after=',
    'after=1',
    'after=-1.0',
    'after=then',
    'after=99999999999999999999.0',
    'after=now&after=now',
    'types=',
    'types=a,,b',
    'types=%27',
    'limit=0',
    'limit=501',
    'limit=x',
    'wait=26',
    'wait=-1',
    'wait=1.5',
  ])
    assertRefused(await ask(query), 400, 'bad_request')
})

test('expired events leave no gap: a cursor before them is refused, and the oldest kept one comes first', async () => {
  const keeping = await startTestService({ EVENTS_DAYS: '1' })
  const own = (await newServiceKey(keeping)).key
  const [, late] = [await register(keeping), await register(keeping)]
  await feedAll(keeping.deps)
  const ask = (query: string) => send(keeping, 'GET', `/events${query}`, { token: own })
  const start = (await ask('?limit=1')).body
  const deletion = `delete from events where user_id <> '${late.userId}'`
  await keeping.deps.db.script(
    isCitus
      ? deletion
      : `alter table events disable trigger all; ${deletion}; alter table events enable trigger all`,
  )
  assertRefused(await ask(`?after=${start.next}`), 410, 'cursor_expired')
  for (const query of ['?limit=1', '?limit=2', '']) {
    const [first] = (await ask(query)).body.events
    assert.deepEqual([first.type, first.userId], ['user.registered', late.userId])
  }
  const middle = (await ask('?limit=1')).body.next
  const [seq = ''] = middle.split('.')
  await keeping.deps.db.run(sql`
    insert into feed (seq, user_id, event_id)
    select seq + 2, user_id, event_id from feed where seq = ${seq}::bigint + 1`)
  assertRefused(await ask(`?after=${middle}`), 410, 'cursor_expired')
})

test('the feed drops events that have expired', async () => {
  const keeping = await startTestService({ EVENTS_DAYS: '2' })
  await register(keeping)
  await feedAll(keeping.deps)
  await keeping.deps.db.run(sql`update feed set at = at - interval '49 hours' where seq = 1`)
  await runJobs(keeping.deps, jobs)
  const rows = await keeping.deps.db.run<{ seq: string }>(sql`select seq::text from feed where seq < 3`)
  assert.deepEqual(rows, [{ seq: '2' }])
})

test('a key revoked during a wait gets nothing more', async () => {
  const { id, key: own } = await newServiceKey(service, { scopes: ['events:read'] })
  const person = await register(service)
  const after = await present()
  const stream = await openStream(`/events?after=${after}`, {}, second, own)
  const waiting = get(second, `/events?after=${after}&wait=25`, own)
  await sleep(300)
  await revokeServiceKey(service.deps, id)
  await signOut(person)
  assertKeyRefused(await waiting)
  assert.equal(await stream.ended, true)
  assert.deepEqual(stream.told, [])
})

test('a key revoked while its stream lags behind gets nothing more', async () => {
  const { id, key: own } = await newServiceKey(service, { scopes: ['events:read'] })
  const after = await present()
  const { userId } = await register(service)
  const missed = Array.from({ length: 1_000 }, () => ({ type: 'email.verified', userId }) as const)
  await recordEvent(db, ...missed)
  await feedAll(service.deps)
  const stream = await openStream(`/events?after=${after}&limit=1`, {}, second, own)
  await stream.next()
  await revokeServiceKey(service.deps, id)
  assert.equal(await stream.ended, true)
  assert.ok(stream.told.length < missed.length / 2, `${stream.told.length} events were told`)
})

test('events that nobody waits for wake nobody', async () => {
  const after = await present()
  const [gone, waiting] = [new AbortController(), read(`after=${after}&types=account.deleted&wait=25`)]
  const signal = gone.signal
  const woken = waitForNews(
    service.deps,
    { seq: after.split('.')[0] ?? '', types: new Set(['account.deleted']) },
    { by: 'a key', ms: 25_000, signal },
  ).then(() => performance.now())
  await register(service)
  await sleep(700)
  const beforeMs = performance.now()
  await recordEvent(db, { type: 'account.deleted', actor: { kind: 'system' } })
  assert.equal((await waiting).events.length, 1)
  assert.ok((await woken) >= beforeMs)
})

type Told = { id: string; event: FeedEvent }

/** Reads a stream as browsers do. */
async function openStream(
  path: string,
  headers: Record<string, string> = {},
  at: Pick<TestService, 'address'> = service,
  token = key,
) {
  const leaving = new AbortController()
  const response = await fetch(at.address + path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  })
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const told: Told[] = []
  let arrived = Promise.withResolvers<void>()
  const ended = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, id = '', data = ''] = /^id: (.*)\ndata: (.*)$/.exec(part) ?? []
        if (data) told.push({ id, event: JSON.parse(data) })
      }
      arrived.resolve()
      arrived = Promise.withResolvers<void>()
    }
    return true
  })().catch(() => false)
  const next = async (): Promise<Told> => {
    while (told.length === 0) await arrived.promise
    return told.shift()!
  }
  return { next, ended, told, close: () => leaving.abort() }
}
