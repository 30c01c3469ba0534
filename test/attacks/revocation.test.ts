import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import type { Statement } from '../../src/platform/db/sql.ts'
import { get, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { countRows, tablesNaming } from '../support/rows.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { assertAllShut, assertNothingLives } from '../support/shut.ts'
import { sql } from '../support/sql.ts'

const service = await startTestService()
const second = await startSecond(service)
const { deps } = service
const nodes = [service, second]

const disable = (userId: string): Statement<never>[] => [
  sql`update users set disabled_at = now(), epoch = epoch + 1 where id = ${userId}`,
  sql`delete from sessions where user_id = ${userId}`,
]
const remove = (userId: string): Statement<never>[] => [
  // a trigger does so only where there is one server
  sql`delete from email_owners where user_id = ${userId}`,
  sql`delete from users where id = ${userId}`,
]

const firstAnswerOf = async ({ logs }: { logs: string[] }) => {
  const start = logs.length
  while (!logs.slice(start).some((line) => line.includes('"status":200'))) await sleep(1)
}

for (const [name, statements] of Object.entries({ disabled: disable, deleted: remove })) {
  test(`once an account is ${name}, none of its tokens opens anything, and nobody signs in to it`, async () => {
    const person = await register(service)
    const refreshed = tokensOf(await refresh(service, person.refreshToken))
    const code = await issueCode(deps, { userId: person.userId, epoch: 0, methods: ['github'] })
    for (const statement of statements(person.userId)) await deps.db.run(statement)
    await assertAllShut(service, person.userId, person)
    await assertAllShut(service, person.userId, refreshed)
    assertRefused(await signIn(service, person), 401, 'invalid_credentials')
    assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  })

  test(`nothing pending survives while an account is ${name}`, async () => {
    const person = await register(service)
    const codes = await Promise.all(
      Array.from({ length: 25 }, () =>
        issueCode(deps, { userId: person.userId, epoch: 0, methods: ['github'] }),
      ),
    )
    const racing = race(nodes, 50, (index) => ({
      path: '/auth/token',
      body:
        index % 2
          ? { grant_type: 'refresh_token', token: person.refreshToken }
          : { grant_type: 'oauth_code', code: codes[index / 2] },
    }))
    const ending = firstAnswerOf(service).then(() =>
      deps.db.transaction(async (runner) => {
        for (const statement of statements(person.userId)) await runner.run(statement)
      }),
    )
    const [answers] = await Promise.all([racing, ending])
    await assertNothingLives(service, answers)
    const left = await tablesNaming(service, person.userId)
    assert.ok(!left.includes('sessions'))
    if (name === 'deleted')
      assert.deepEqual(
        left.filter((table) => table !== 'attempts'),
        [],
      )
  })
}

test('an account with only a date of disabling opens no new session, by any grant', async () => {
  const person = await register(service)
  const code = await issueCode(deps, { userId: person.userId, epoch: 0, methods: ['github'] })
  await deps.db.run(sql`update users set disabled_at = now() where id = ${person.userId}`)
  const { sessions } = await countRows(service)
  assertRefused(await signIn(service, person), 401, 'invalid_credentials')
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  assert.equal((await countRows(service)).sessions, sessions)
})

test('a new account with the address of a deleted one inherits nothing', async () => {
  const email = newEmail()
  const gone = await register(service, { email, password: 'the password of the first' })
  const code = await issueCode(deps, { userId: gone.userId, epoch: 0, methods: ['github'] })
  const other = tokensOf(await signIn(service, gone))
  for (const statement of remove(gone.userId)) await deps.db.run(statement)
  assert.deepEqual(await tablesNaming(service, gone.userId), [], 'nothing of it is left')

  const heir = await register(service, { email, password: 'the password of the heir' })
  assert.notEqual(heir.userId, gone.userId)
  for (const { accessToken, refreshToken } of [gone, other]) {
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
    assertRefused(await get(service, `/users/${heir.userId}`, accessToken), 401, 'unauthorized')
    assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  }
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  assertRefused(await signIn(service, gone), 401, 'invalid_credentials')

  assertRefused(await get(service, `/users/${gone.userId}`, heir.accessToken), 404, 'not_found')
  const sessions = await send(service, 'GET', `/users/${heir.userId}/sessions`, { token: heir.accessToken })
  assert.equal(sessions.body.length, 1)
  assert.equal((await signIn(service, heir)).status, 200)
})
