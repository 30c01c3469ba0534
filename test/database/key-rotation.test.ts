import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { sealed } from '../../src/modules.ts'
import type { Service } from '../../src/start.ts'
import { get, send } from '../support/http.ts'
import { exchange, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { newRestartable } from '../support/restartable.ts'
import { enrol } from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'

const oldKey = 'the old secret of the tests that has 32 bytes'
const newKey = 'the new secret of the tests that has 32 bytes'
const thirdKey = 'the third secret of the tests that has 32 bytes'
const { start, logs } = await newRestartable()

test('a key rotation goes unnoticed, and removing a key invalidates its tokens', async () => {
  let service = await start({ SECRET_KEY: oldKey })
  const person = await register(service)
  const idle = await register(service)
  const code = await issueCode(service.deps, { userId: person.userId, epoch: 0, methods: ['github'] })

  service = await start({ SECRET_KEY: `${newKey},${oldKey}` })
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  const fromPassword = tokensOf(await signIn(service, person))
  const fromRefresh = tokensOf(await refresh(service, person.refreshToken))
  const fromCode = tokensOf(await exchange(service, code))

  // the other one's password still hangs on the old key
  await assert.rejects(start({ SECRET_KEY: newKey }), /still needs.*passwords: 1\b/)
  service = await start({ SECRET_KEY: newKey, ACCEPT_LOST_KEYS: 'on' })
  for (const { accessToken, refreshToken } of [fromPassword, fromRefresh, fromCode]) {
    assert.equal((await get(service, '/users/me', accessToken)).status, 200)
    tokensOf(await refresh(service, refreshToken))
  }
  assertRefused(await get(service, '/users/me', idle.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, idle.refreshToken), 401, 'invalid_credentials')
  assert.equal((await signIn(service, person)).status, 200, 'the password was hashed anew')
  assertRefused(await signIn(service, idle), 401, 'invalid_credentials')

  service = await start({ SECRET_KEY: `${newKey},${oldKey}` })
  assert.equal((await signIn(service, idle)).status, 200, 'a key that comes back opens what it closed')
  tokensOf(await refresh(service, idle.refreshToken))
})

test('new passwords and new tokens are made with the first key', async () => {
  let service = await start({ SECRET_KEY: `${newKey},${oldKey}` })
  const person = await register(service)
  const [stored] = await many<{ pepperId: Uint8Array }>(
    service.deps.db,
    sql`select pepper_id as "pepperId" from passwords where user_id = ${person.userId}`,
  )
  assert.deepEqual(Buffer.from(stored!.pepperId), service.deps.keys[0].id)

  service = await start({ SECRET_KEY: newKey })
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  tokensOf(await refresh(service, person.refreshToken))
  tokensOf(await signIn(service, person))
})

/** How many passwords have the pepper of the key that signs. */
const countPasswords = async ({ deps: { db, keys } }: Service): Promise<number> => {
  const rows = await many(db, sql`select from passwords where pepper_id = ${keys[0].id}`)
  return rows.length
}

test('removing a key that stored rows need is refused, with their number', async () => {
  let service = await start({ SECRET_KEY: oldKey, ACCEPT_LOST_KEYS: 'on' })
  const earlier = await countPasswords(service)
  const people = await Promise.all(Array.from({ length: 4 }, () => register(service)))
  await enrol({ ...service, clock: { nowMs: Date.now() } }, people[0]!)
  await send(service, 'POST', `/users/${people[1]!.userId}/settings/2fa`, { token: people[1]!.accessToken })

  service = await start({ SECRET_KEY: `${newKey},${oldKey}` })
  assert.equal((await signIn(service, people[3]!)).status, 200)
  const counts = `passwords: ${earlier + 3}, authenticator apps: 1, enrolments: 1`
  await assert.rejects(start({ SECRET_KEY: newKey }), ({ message }: Error) => message.includes(counts))
  await assert.rejects(start({ SECRET_KEY: thirdKey }), /is not the key that this database was used with/)

  const from = logs.length
  service = await start({ SECRET_KEY: newKey, ACCEPT_LOST_KEYS: 'on' })
  assert.ok(
    logs.slice(from).some((line) => line.includes(counts)),
    'the loss is told',
  )
  assertRefused(await signIn(service, people[2]!), 401, 'invalid_credentials')
  assert.equal((await signIn(service, people[3]!)).status, 200)
})

test('removing an unused key is not reported', async () => {
  let service = await start({ SECRET_KEY: `${newKey},${oldKey}` })
  for (const table of ['passwords', 'totp_factors', 'pending_apps'])
    await service.deps.db.script(`delete from ${table}`)
  service = await start({ SECRET_KEY: newKey })
  assert.equal((await get(service, '/health/ready')).status, 200)
})

test('everything that depends on a key is counted before it is removed', () => {
  const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8')
  const columns = [...schema.matchAll(/^CREATE TABLE (\w+) \((.*?)^\)/gms)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w*(?:sealed|pepper)\w*) bytea/gm)].map(([, column]) => ({ table, column })),
  )
  assert.ok(columns.length >= 5)
  // the answer to a form is kept for minutes: whoever presses it after a key has left presses anew. What is
  // begun is in another table as well
  const shortLived = new Set(['presses', 'totp_enrolments'])
  const texts = sealed.map(({ keyIds }) => keyIds.parts.join(''))
  for (const { table = '', column } of columns) {
    if (shortLived.has(table)) continue
    const counted = texts.filter((text) => new RegExp(`\\b${column}\\b.* from ${table}\\b`).test(text))
    assert.equal(counted.length, 1, `${table}.${column}`)
  }
})
