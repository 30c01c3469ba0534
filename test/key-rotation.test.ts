import assert from 'node:assert/strict'
import { test } from 'node:test'
import { many } from '../src/db/db.ts'
import { sql } from '../src/db/sql.ts'
import { issueCode } from '../src/oauth/issue-code.ts'
import { get } from './support/http.ts'
import { exchange, refresh, register, signIn, tokensOf } from './support/people.ts'
import { assertRefused } from './support/refusals.ts'
import { newRestartable } from './support/restartable.ts'

const oldKey = 'the old secret of the tests that has 32 bytes'
const newKey = 'the new secret of the tests that has 32 bytes'
const { start } = await newRestartable()

test('a key is rotated without anybody noticing, and a key that is removed takes its tokens with it', async () => {
  let service = await start({ SECRET_KEY: oldKey })
  const person = await register(service)
  const idle = await register(service)
  const code = await issueCode(service.deps, { userId: person.userId, epoch: 0, method: 'github' })

  service = await start({ SECRET_KEY: `${newKey},${oldKey}` })
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  const fromPassword = tokensOf(await signIn(service, person))
  const fromRefresh = tokensOf(await refresh(service, person.refreshToken))
  const fromCode = tokensOf(await exchange(service, code))

  service = await start({ SECRET_KEY: newKey })
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
