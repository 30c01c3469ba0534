import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, send } from '../support/http.ts'
import { mailsTo, nextMail, startMailing } from '../support/mailing.ts'
import { type Person, register } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'

const service = await startMailing()

const choose = ({ accessToken: token }: Person, body: unknown, id = 'me') =>
  send(service, 'PATCH', `/users/${id}`, { token, body })

const languageOf = async ({ accessToken }: Person) =>
  (await get(service, '/users/me', accessToken)).body.language

test('a chosen language is stored, by id or me, and is in the export', async () => {
  const person = await register(service)
  assert.equal((await choose(person, { language: 'fr' })).status, 204)
  assert.equal(await languageOf(person), 'fr')
  assert.equal((await choose(person, { language: 'es' }, person.userId)).status, 204)
  const { body } = await get(service, '/users/me/export', person.accessToken)
  assert.equal(body.language, 'es')
})

test('emails use the latest chosen language, and null restores the default', async () => {
  const person = await register(service, { headers: { 'accept-language': 'fr' } })
  await mailsTo(service, person.email)
  for (const [language, subject] of [
    ['de', 'Bestätigen Sie Ihre E-Mail-Adresse'],
    ['es', 'Confirme su dirección de correo'],
    [null, 'Confirm your email address'],
  ]) {
    assert.equal((await choose(person, { language })).status, 204)
    const { accessToken: token } = person
    assert.equal((await send(service, 'POST', '/users/me/email/verification', { token })).status, 202)
    assert.equal((await nextMail(service, person.email)).subject, subject)
  }
  assert.equal(await languageOf(person), null)
})

test('an unknown or missing language is refused, and nothing changes', async () => {
  const person = await register(service)
  await choose(person, { language: 'de' })
  for (const language of ['pt', 'DE', 'de-AT', '', 1, true, ['de'], { de: 1 }])
    assertFieldErrors(await choose(person, { language }), { language: 'enum' })
  assertFieldErrors(await choose(person, {}), { language: 'required' })
  assert.equal(await languageOf(person), 'de')
})

test('nobody can choose for another user', async () => {
  const [person, eve] = [await register(service), await register(service)]
  assertRefused(await choose(eve, { language: 'de' }, person.userId), 404, 'not_found')
  assertRefused(await send(service, 'PATCH', '/users/me', { body: { language: 'de' } }), 401, 'unauthorized')
  assert.equal(await languageOf(person), null)
})
