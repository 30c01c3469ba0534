import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredPassword } from '../../src/platform/crypto/password.ts'
import { get } from '../support/http.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { countRows } from '../support/rows.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const service = await startTestService()
await ownWithoutTriggers(service)
const second = await startSecond(service)
const { db, passwords } = service.deps
const nodes = [service, second]

const registration = (email: string, password: string) => ({
  path: '/auth/register',
  body: { email, password, passwordConfirmation: password },
})

const grown = async (before: Record<string, number>) => {
  const now = await countRows(service)
  return Object.fromEntries(
    Object.entries(now).flatMap(([table, count]) =>
      count === before[table] ? [] : [[table, count - before[table]!]],
    ),
  )
}

test('fifty simultaneous registrations of one address: one complete account, and nothing of the others', async () => {
  const before = await countRows(service)
  const spellings = ['once@bücher.example', 'ONCE@BÜCHER.EXAMPLE', ' once@xn--bcher-kva.example']
  const passwordOf = (index: number) => `the password of number ${index}`
  const answers = await race(nodes, 50, (index) => registration(spellings[index % 3]!, passwordOf(index)))
  assert.deepEqual(statusesOf(answers), { 201: 1, 422: 49 })
  for (const { status, body } of answers) {
    if (status === 422) assert.equal(body[0].rule, 'database.unique')
  }
  assert.deepEqual(await grown(before), {
    email_owners: 1,
    emails: 1,
    events: 2,
    known_addresses: 1,
    passwords: 1,
    sessions: 1,
    users: 1,
  })

  const winner = answers.findIndex(({ status }) => status === 201)
  const { body: account } = await get(service, '/users/me', tokensOf(answers[winner]!, 201).accessToken)
  assert.equal(account.email, spellings[winner % 3]!.trim())
  const [stored] = await many<StoredPassword>(
    db,
    sql`select user_id as "userId", phc, pepper_id as "pepperId" from passwords where user_id = ${account.id}`,
  )
  for (const index of [winner, 0, 1, 2, 25, 48, 49]) {
    assert.equal(await passwords.verify(passwordOf(index), stored), index === winner, `number ${index}`)
  }
})

test('nobody signs in to an account while it is being made', async () => {
  const password = 'a password of the tests'
  const grant_type = 'password'
  const email = 'half@example.com'
  const answers = await race(nodes, 50, (index) =>
    index % 5 === 0
      ? registration(email, password)
      : { path: '/auth/token', body: { grant_type, email, password } },
  )
  const [made, signedIn] = [
    answers.filter((_, index) => index % 5 === 0),
    answers.filter((_, index) => index % 5 !== 0),
  ]
  assert.deepEqual(statusesOf(made), { 201: 1, 422: 9 })
  // too many at once are told to wait, as they would be for an address that nobody has
  for (const { status, text } of signedIn) assert.ok([200, 401, 429].includes(status), text)
  for (const answer of answers.filter(({ status }) => status < 300)) {
    const { accessToken } = tokensOf(answer, answer.status)
    assert.equal((await get(service, '/users/me', accessToken)).body.email, email)
  }
  assert.equal((await signIn(service, { email, password })).status, 200)
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
