import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get } from './support/http.ts'
import { startMailing } from './support/mailing.ts'
import { addPasskey, passkeysOf, signInBy } from './support/passkeys.ts'
import { register, tokensOf } from './support/people.ts'

const service = await startMailing()

test('a passkey signs in by itself, and lists as its owner named it', async () => {
  const person = await register(service)
  const { passkey, added } = await addPasskey(service, person)
  assert.equal(added.name, 'Passkey')
  const { accessToken } = tokensOf(await signInBy(service, passkey))
  const listed = await get(service, passkeysOf(person), accessToken)
  assert.equal(listed.body.length, 1)
  assert.notEqual(listed.body[0].lastUsedAt, null)
})
