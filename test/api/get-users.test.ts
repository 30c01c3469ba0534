import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get } from '../support/http.ts'
import { register } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await sharedService()

test('me and one’s own id are the same account', async () => {
  const { userId, accessToken, email } = await register(service)
  const me = await get(service, '/users/me', accessToken)
  assert.equal(me.status, 200)
  assert.deepEqual(me.body, {
    id: userId,
    email,
    emailVerified: false,
    createdAt: me.body.createdAt,
    language: null,
    externalId: null,
    twoFactor: { enabled: false, backupCodesLeft: 0 },
  })
  assert.ok(Math.abs(Date.parse(me.body.createdAt) - Date.now()) < 5_000)
  assert.equal((await get(service, `/users/${userId}`, accessToken)).text, me.text)
})

test('an id is a version-7 UUID, in lower case and in no other spelling', async () => {
  const { userId, accessToken } = await register(service)
  assert.match(userId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const spellings = [
    userId.toUpperCase(),
    `{${userId}}`,
    userId.replaceAll('-', ''),
    `${userId}%20`,
    `0${userId}`,
  ]
  for (const id of spellings) {
    assertRefused(await get(service, `/users/${id}`, accessToken), 404, 'not_found')
  }
})

test('an account is shown only to holders of its token', async () => {
  const { userId } = await register(service)
  for (const path of ['/users/me', `/users/${userId}`]) {
    assertRefused(await get(service, path), 401, 'unauthorized')
    assertRefused(await get(service, path, 'nothing'), 401, 'unauthorized')
  }
})

test('a verified address is shown as verified', async () => {
  const { userId, accessToken } = await register(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${userId}`)
  assert.equal((await get(service, '/users/me', accessToken)).body.emailVerified, true)
})
