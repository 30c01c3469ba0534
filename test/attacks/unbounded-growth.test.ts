import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/limits/subject.ts'
import { issueCode } from '../../src/oauth/issue-code.ts'
import { sweepAll } from '../../src/sweeps.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { countRows } from '../support/rows.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'

const service = await startTestService({ FAILURES_PER_ADDRESS: '0' })
const second = await startSecond(service)

test('an account has fifty sessions at most, however many sign in', async () => {
  const { userId } = await register(service)
  const { sessions: before } = await countRows(service)
  const codes: string[] = []
  for (let index = 0; index < 120; index++) {
    codes.push(await issueCode(service.deps, { userId, epoch: 0, method: 'github' }))
  }
  const answers = await race([service, second], 120, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'oauth_code', code: codes[index] },
  }))
  assert.deepEqual(statusesOf(answers), { 200: 120 })
  assert.equal((await countRows(service)).sessions! - before!, 49)
  const next = await issueCode(service.deps, { userId, epoch: 0, method: 'github' })
  tokensOf(await exchange(service, next))
  assert.equal((await countRows(service)).sessions! - before!, 49)
})

test('refreshing writes no rows, however often it is done', async () => {
  const person = await register(service)
  const before = await countRows(service)
  let { refreshToken } = person
  for (let time = 0; time < 60; time++) ({ refreshToken } = tokensOf(await refresh(service, refreshToken)))
  assert.deepEqual(await countRows(service), before)
})

test('made-up addresses share a million counters, and cost no row once their day is over', async () => {
  const subjects = Array.from({ length: 20_000 }, (_, index) =>
    subjectOf.unknownEmail(`${index}@example.com`),
  )
  // by the birthday bound some 190 of 20,000 fall together among 2^20, and none would among 2^128
  const distinct = new Set(subjects).size
  assert.ok(distinct < 20_000 - 100 && distinct > 20_000 - 300, `${distinct}`)

  const before = await countRows(service)
  await race([service, second], 50, () => ({
    path: '/auth/token',
    body: { grant_type: 'password', email: newEmail(), password: 'a wrong password' },
  }))
  assert.ok((await countRows(service)).attempts! > before.attempts!)
  await shiftRows(service, 86_401)
  await sweepAll(service.deps)
  assert.equal((await countRows(service)).attempts, 0)
})

test('the attempts on one account are one row', async () => {
  const { email } = await register(service)
  const { attempts } = await countRows(service)
  for (let time = 0; time < 12; time++) await signIn(service, { email, password: 'wrong' })
  assert.equal((await countRows(service)).attempts! - attempts!, 1)
})
