import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeEmail, registerProven } from '../support/address-change.ts'
import { post, send } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { register, tryToRegister } from '../support/people.ts'
import { assertFieldErrors } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'

// its public address is https://accounts.example.com
const service = await startMailing({ PRODUCT_NAME: 'Acme Cloud', TWO_FACTOR_ISSUER: 'Roadrunner' })

const weakFor = (email: string) => {
  const [local = ''] = email.split('@')
  return [
    'acmecloud1',
    'ACME-Cloud!',
    '2026acmeacme',
    'ａｃｍｅｃｌｏｕｄ',
    'Roadrunner99',
    'accounts!!1',
    'example.com1',
    `${local}!`,
    local.toUpperCase(),
    'acmecloudpassword1',
  ]
}

const refused = { password: 'contextWord' }

test('a new account’s password must be more than words of the service and of its address', async () => {
  const email = 'wile.coyote@example.com'
  for (const password of [...weakFor(email), 'wilecoyote42', 'coyotecoyote'])
    assertFieldErrors(await tryToRegister(service, { email, password }), refused)
  const [item] = (await tryToRegister(service, { email, password: 'acmecloud1' })).body
  const message = 'The password field is too similar to the email address or the name of this service'
  assert.deepEqual(item, { message, rule: 'contextWord', field: 'password' })
})

test('a passphrase that happens to contain such a word is welcome', async () => {
  for (const password of ['the acme of perfection', 'coyotes howl at night', 'an example to us all'])
    assert.equal(
      (await tryToRegister(service, { email: `${password.length}@a.example`, password })).status,
      201,
    )
})

test('a changed password must be more than such words, too', async () => {
  const person = await register(service)
  for (const password of weakFor(person.email)) {
    const body = { currentPassword: person.password, password, passwordConfirmation: password }
    const path = `/users/${person.userId}/password`
    assertFieldErrors(await send(service, 'PUT', path, { token: person.accessToken, body }), refused)
  }
})

test('the rule also holds for a forgotten password, and for undoing a change of address', async () => {
  const [forgetful, careful] = [await registerProven(service), await registerProven(service)]
  const token = await resetToken(service, forgetful.email)
  const { undoToken } = await changeEmail(service, careful)
  for (const password of weakFor(forgetful.email))
    assertFieldErrors(await reset(service, token, password), refused)
  for (const password of weakFor(careful.email)) {
    const body = { token: undoToken, password, passwordConfirmation: password }
    assertFieldErrors(await post(service, '/auth/email/undo', body), refused)
  }
})
