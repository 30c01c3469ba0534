import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replay, sessionsLost, slowLine, usualLine } from './replay.ts'

const today = { hasLocks: true, orphans: 0.05, windowFrom: 'first use' } as const

test('a day on an ordinary connection loses no session, even with locks that are never released', async () => {
  assert.equal(await sessionsLost({ ...today, line: usualLine }), 0)
})

test('a day on a slow connection loses at most one session in 25', async () => {
  assert.ok((await sessionsLost({ ...today, line: slowLine })) <= 1)
})

test('the model can tell designs apart: a window that starts when a pair is issued loses sessions on a slow connection', async () => {
  assert.ok((await sessionsLost({ ...today, windowFrom: 'issue', line: slowLine }, 10)) > 1)
})

test('a seed always gives an identical day, and a session survives all of it', async () => {
  const way = { ...today, line: usualLine }
  const [one, again] = [await replay(7, way), await replay(7, way)]
  assert.deepEqual(one, again)
  assert.ok(one.refreshes > 25, `${one.refreshes}`)
})
