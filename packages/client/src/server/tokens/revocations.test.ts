import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedEvent } from '../../wire.ts'
import { newRevocations } from './revocations.ts'

const keepMs = 60_000
const whose = { sessionId: 'a session', userId: 'a user' }
const other = { sessionId: 'another session', userId: 'another user' }

const eventOf = (told: Partial<FeedEvent>): FeedEvent => ({
  id: '1',
  at: '2026-01-01T00:00:00.000Z',
  type: 'session.ended',
  outcome: 'success',
  userId: null,
  externalId: null,
  sessionId: null,
  actor: { kind: 'owner', id: null },
  ...told,
})

test('answers requested before a session ended no longer count, whenever they arrive', () => {
  const revocations = newRevocations(keepMs)
  revocations.note(eventOf(whose), 100)
  assert.ok(revocations.concerns(whose, 99))
  assert.ok(revocations.concerns(whose, 100))
  assert.ok(!revocations.concerns(whose, 101))
})

test('session.ended revokes its session, and no other of the user', () => {
  const revocations = newRevocations(keepMs)
  revocations.note(eventOf(whose), 100)
  assert.ok(revocations.concerns(whose, 50))
  assert.ok(!revocations.concerns({ ...whose, sessionId: 'another session' }, 50))
})

for (const type of ['session.ended', 'user.disabled', 'account.deleted'])
  test(`${type} revokes all sessions of its user, and nobody else’s`, () => {
    const revocations = newRevocations(keepMs)
    revocations.note(eventOf({ type, userId: 'a user' }), 100)
    assert.ok(revocations.concerns(whose, 50))
    assert.ok(!revocations.concerns(other, 50))
  })

test('a user disabled through one session loses the others, too', () => {
  const revocations = newRevocations(keepMs)
  revocations.note(eventOf({ type: 'user.disabled', userId: 'a user', sessionId: 'another session' }), 100)
  assert.ok(revocations.concerns(whose, 50))
})

test('an event without a user revokes everything', () => {
  const revocations = newRevocations(keepMs)
  revocations.note(eventOf({}), 100)
  assert.ok(revocations.concerns(whose, 100))
  assert.ok(!revocations.concerns(whose, 101))
})

test('the later of two events counts', () => {
  const revocations = newRevocations(keepMs)
  for (const nowMs of [100, 200]) revocations.note(eventOf(whose), nowMs)
  assert.ok(revocations.concerns(whose, 150))
})

test('a revocation is remembered as long as an answer may be cached, and no longer', () => {
  const revocations = newRevocations(keepMs)
  revocations.note(eventOf(whose), 100)
  revocations.note(eventOf(other), keepMs + 99)
  assert.ok(revocations.concerns(whose, 100))
  revocations.note(eventOf(other), keepMs + 100)
  assert.equal(revocations.size, 1)
})

test('a session that is revoked again delays no other', () => {
  const revocations = newRevocations(keepMs)
  revocations.note(eventOf(whose), 100)
  revocations.note(eventOf(other), 150)
  for (const nowMs of [keepMs + 50, keepMs + 200]) revocations.note(eventOf(whose), nowMs)
  assert.equal(revocations.size, 1)
})
