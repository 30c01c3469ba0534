import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Offline, Refused } from '../../refused.ts'
import type { FeedEvent, FeedPage } from '../../wire.ts'
import { newFeed } from './feed.ts'

type Call = {
  query: Record<string, string>
  signal: AbortSignal | undefined
  answer(page: FeedPage | Error): void
}

/** A feed whose calls the test answers, and whose time it moves. */
const start = () => {
  const calls: Call[] = []
  const told = { events: [] as string[], lost: 0, refused: [] as Refused[] }
  const time = { nowMs: 1_000, slept: [] as number[] }
  const feed = newFeed({
    ask: <Answer>(path: string, { signal }: { signal?: AbortSignal }) =>
      new Promise<{ answer: Answer; dateMs: number }>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Offline()))
        const query = Object.fromEntries(new URL(path, 'http://x.invalid').searchParams)
        const answer = (page: FeedPage | Error) =>
          page instanceof Error ? reject(page) : resolve({ answer: page as Answer, dateMs: 0 })
        calls.push({ query, signal, answer })
      }),
    platform: {
      now: () => time.nowMs,
      sleep: async (ms) => time.slept.push(ms),
      random: () => 1,
    },
    types: ['session.ended', 'user.disabled'],
    onEvent: ({ id }, nowMs) => told.events.push(`${id} at ${nowMs}`),
    onLost: () => void told.lost++,
    onRefused: (refused) => void told.refused.push(refused),
  })
  after(feed.close)
  /** The call that waits for an answer, once there is one. */
  const answer = async (page: FeedPage | Error) => {
    calls.at(-1)?.answer(page)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return { feed, calls, told, time, answer }
}

const pageOf = (next: string, ...ids: string[]): FeedPage => ({
  events: ids.map((id) => ({ id }) as FeedEvent),
  next,
})
const refused = (status: number) => new Refused('', { status, code: 'unknown' })
const never = Number.POSITIVE_INFINITY

/** A feed that is heard. */
const startHeard = async () => {
  const started = start()
  started.feed.touch()
  await started.answer(pageOf('7'))
  return started
}

test('the feed starts at the present when somebody is interested, and counts from the first answer on', async () => {
  const { feed, calls, answer, time } = start()
  assert.equal(calls.length, 0)
  feed.touch()
  feed.touch()
  const types = 'session.ended,user.disabled'
  assert.deepEqual(calls[0]?.query, { types, wait: '0', after: 'now' })
  assert.equal(feed.sinceMs(), never)
  time.nowMs = 2_000
  await answer(pageOf('7'))
  assert.equal(feed.sinceMs(), 2_000)
  assert.deepEqual(calls[1]?.query, { types, wait: '10', after: '7' })
  assert.equal(calls.length, 2)
})

test('the feed delivers each event and continues after it', async () => {
  const { feed, calls, told, answer, time } = await startHeard()
  time.nowMs = 3_000
  await answer(pageOf('9', 'a', 'b'))
  assert.deepEqual(told.events, ['a at 3000', 'b at 3000'])
  assert.equal(calls[2]?.query.after, '9')
  assert.equal(feed.sinceMs(), 1_000)
})

test('the feed asks at most ten times a second, however much happens', async () => {
  const { answer, time } = await startHeard()
  for (const next of ['8', '9']) await answer(pageOf(next, 'a'))
  assert.deepEqual(time.slept, [100, 100, 100])
})

test('after a failed call the feed is interrupted, then resumes where it was', async () => {
  const { feed, calls, told, answer, time } = await startHeard()
  for (const failure of [new Offline(), refused(503)]) await answer(failure)
  assert.deepEqual([feed.isInterrupted(), feed.sinceMs(), told.lost], [true, 1_000, 0])
  assert.deepEqual(time.slept, [100, 200, 400])
  await answer(pageOf('9', 'a'))
  assert.deepEqual([feed.isInterrupted(), feed.sinceMs(), told.events.length], [false, 1_000, 1])
  assert.deepEqual(
    calls.map(({ query }) => query.after),
    ['now', '7', '7', '7', '9'],
  )
})

test('after 20 seconds without an answer nothing counts, and a late answer changes nothing', async () => {
  const { feed, calls, told, answer, time } = await startHeard()
  time.nowMs += 20_000
  assert.equal(feed.sinceMs(), 1_000)
  time.nowMs += 1
  assert.equal(feed.sinceMs(), never)
  await answer(pageOf('9', 'a'))
  assert.equal(feed.sinceMs(), never)
  assert.equal(told.lost, 1)
  assert.equal(calls[2]?.query.after, 'now')
  await answer(pageOf('20'))
  assert.equal(feed.sinceMs(), 21_001)
})

test('a silence that ends in a failure starts a new interval', async () => {
  const { calls, told, answer, time } = await startHeard()
  time.nowMs += 20_001
  await answer(new Offline())
  assert.equal(told.lost, 1)
  assert.equal(calls[2]?.query.after, 'now')
})

test('an answer that is not a page is ignored', async () => {
  const { feed, calls, answer } = start()
  feed.touch()
  await answer({ events: [] as FeedEvent[] } as FeedPage)
  assert.deepEqual([feed.sinceMs(), feed.isInterrupted(), calls[1]?.query.after], [never, true, 'now'])
})

test('an unknown cursor restarts the feed at once, and is not blamed on the key', async () => {
  const { feed, calls, told, answer } = await startHeard()
  await answer(refused(410))
  assert.deepEqual([feed.sinceMs(), told.lost, told.refused.length], [never, 1, 0])
  assert.equal(calls[2]?.query.after, 'now')
})

test('a key that may not read events is reported, and tried again after a minute', async () => {
  const { feed, told, answer, time } = await startHeard()
  await answer(refused(403))
  assert.deepEqual([feed.sinceMs(), told.lost], [never, 1])
  assert.equal(told.refused[0]?.status, 403)
  assert.deepEqual(time.slept, [100, 60_000])
})

test('the feed stops after a minute without interest, and starts again at the present', async () => {
  const { feed, calls, told, answer, time } = await startHeard()
  for (let nth = 0; nth < 6; nth++) {
    time.nowMs += 10_000
    await answer(pageOf('7'))
  }
  assert.deepEqual([feed.sinceMs(), told.lost, calls.length], [never, 1, 7])
  feed.touch()
  assert.deepEqual([calls.length, calls[7]?.query.after], [8, 'now'])
})

test('closing the feed ends the pending call, and nothing starts again', async () => {
  const { feed, calls, told, answer } = await startHeard()
  feed.close()
  assert.ok(calls[1]?.signal?.aborted)
  assert.deepEqual([feed.sinceMs(), told.lost > 0], [never, true])
  await answer(pageOf('9', 'a'))
  feed.touch()
  assert.deepEqual([calls.length, told.events.length, feed.sinceMs()], [2, 0, never])
})

test('an answer that arrives while closing changes nothing', async () => {
  const { feed, calls, told } = start()
  feed.touch()
  calls[0]?.answer(pageOf('7', 'a'))
  feed.close()
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  assert.deepEqual([calls.length, told.events.length, feed.sinceMs()], [1, 0, never])
})
