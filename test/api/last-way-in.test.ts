import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { beginLink, confirmLink, followLink, startFederated } from '../support/federation.ts'
import { type Answer, send } from '../support/http.ts'
import { addPasskey, newOwnPasskey } from '../support/passkeys.ts'
import { newEmail, type Person, register } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startFederated({ acme: {}, former: {} }, {}, 'localhost')
const { oauthProviders } = service.deps.config
const onlyAcme = await startVariant(service, {
  config: { oauthProviders: oauthProviders.filter(({ id }) => id === 'acme') },
})
// an IP address is no name for a relying party
const withoutPasskeys = await startVariant(service, { config: { publicUrl: 'http://127.0.0.1:80' } })

const link = async (person: Person, id: 'acme' | 'former') => {
  const provider = service.providers[id]
  const subject = randomUUID()
  provider.people.set(subject, { email: newEmail(), email_verified: true })
  const { body } = await beginLink(service, person, id)
  const { code } = await followLink(body.url, subject, provider)
  assert.equal((await confirmLink(service, person, id, { code })).status, 200)
}

const withoutPassword = ({ userId }: Person) =>
  service.deps.db.run(sql`delete from passwords where user_id = ${userId}`)

const unlinkAcme = (at: { address: string }, { userId, accessToken }: Person): Promise<Answer> =>
  send(at, 'DELETE', `/users/${userId}/identities/acme`, { token: accessToken, body: {} })

test('a provider that is no longer configured is no way in', async () => {
  const person = await register(service)
  await link(person, 'acme')
  await link(person, 'former')
  await withoutPassword(person)
  assertRefused(await unlinkAcme(onlyAcme, person), 409, 'last_way_in')
  assert.equal((await unlinkAcme(service, person)).status, 204)
})

test('a passkey is no way in where there are none', async () => {
  const person = await register(service)
  await addPasskey(service, person, { passkey: newOwnPasskey({ origin: service.address }) })
  await link(person, 'acme')
  await withoutPassword(person)
  assertRefused(await unlinkAcme(withoutPasskeys, person), 409, 'last_way_in')
  assert.equal((await unlinkAcme(service, person)).status, 204)
})

test('who has no way in any more may still remove what once was one', async () => {
  const person = await register(service)
  await link(person, 'acme')
  await withoutPassword(person)
  const noProviders = await startVariant(service, { config: { oauthProviders: [] } })
  assert.equal((await unlinkAcme(noProviders, person)).status, 204)
})
