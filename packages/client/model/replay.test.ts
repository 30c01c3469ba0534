import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replay, sessionsLost, slowLine, usualLine } from './replay.ts'

const today = { hasLocks: true, orphans: 0.05, windowFrom: 'first use' } as const

test('a day on the usual line loses no session, with locks that are never let go', async () => {
  assert.equal(await sessionsLost({ ...today, line: usualLine }), 0)
})

test('a day on a slow line loses one session of 25 at most', async () => {
  assert.ok((await sessionsLost({ ...today, line: slowLine })) <= 1)
})

test('the model tells ways apart: with a window from the issue of a pair, a slow line loses sessions', async () => {
  assert.ok((await sessionsLost({ ...today, windowFrom: 'issue', line: slowLine }, 10)) > 1)
})

test('the same seed is the same day, and a session lives through all of it', async () => {
  const way = { ...today, line: usualLine }
  const [one, again] = [await replay(7, way), await replay(7, way)]
  assert.deepEqual(one, again)
  assert.ok(one.refreshes > 25, `${one.refreshes}`)
})
