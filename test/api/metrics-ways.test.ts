import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { signInWith, startFederated } from '../support/federation.ts'
import { accept, inviteTo } from '../support/invitation.ts'
import { startMailing } from '../support/mailing.ts'
import { addPasskey, newOwnPasskey, signInBy } from '../support/passkeys.ts'
import { exchange, newEmail, register, tokensOf, tryToRegister } from '../support/people.ts'
import { countedWhile } from '../support/scrape.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { deviceTokenIn, signInOn, trusted } from '../support/trusted-devices.ts'

const federated = await startFederated({ acme: {} }, { ADMIN_LISTEN: '127.0.0.1:0' })
const mailing = await startMailing({ ADMIN_LISTEN: '127.0.0.1:0', REGISTRATION: 'invited' })
const open = await startMailing({ ADMIN_LISTEN: '127.0.0.1:0' })
const password = 'a password of the tests'

/** Somebody whom the provider knows. */
const newcomer = (verified = true) => {
  const [subject, email] = [randomUUID(), newEmail()]
  federated.providers.acme.people.set(subject, { email, email_verified: verified })
  return { subject, email }
}

const signIn = async (subject: string) => {
  const { code = '' } = await signInWith(federated, 'acme', subject)
  tokensOf(await exchange(federated, code))
}

const count = (series: string, act: () => Promise<unknown>) => countedWhile(federated, series, act)

test('a first sign-in with a provider is a registration, and a later one is not', async () => {
  const [{ subject }, unverified] = [newcomer(), newcomer(false)]
  assert.deepEqual(await count('registrations_total way', () => signIn(subject)), { provider: 1 })
  assert.deepEqual(await count('registrations_total outcome', () => signIn(unverified.subject)), { done: 1 })
  assert.deepEqual(await count('registrations_total way', () => signIn(subject)), {})
  assert.deepEqual(await count('sign_ins_total outcome', () => signIn(subject)), { done: 1 })
  assert.deepEqual(await count('sign_ins_total grant', () => signIn(subject)), { oauth_code: 1 })
})

test('a refused link to an existing account is not a registration', async () => {
  const { subject, email } = newcomer()
  await signIn(subject)
  const twin = randomUUID()
  federated.providers.acme.people.set(twin, { email, email_verified: false })
  assert.deepEqual(await count('registrations_total outcome', () => signInWith(federated, 'acme', twin)), {
    account_exists: 1,
  })
})

test('a failure at a provider is counted, too', async () => {
  federated.providers.acme.people.set('nameless', {})
  assert.deepEqual(await count('sign_ins_total outcome', () => signInWith(federated, 'acme', 'nameless')), {
    email_required: 1,
  })
})

test('an accepted invitation counts as a registration, and registering without one is refused', async () => {
  const { link } = await inviteTo(mailing, newEmail())
  assert.deepEqual(
    await countedWhile(mailing, 'registrations_total way', () => accept(mailing, link, password)),
    {
      invitation: 1,
    },
  )
  assert.deepEqual(
    await countedWhile(mailing, 'registrations_total outcome', () =>
      tryToRegister(mailing, { email: newEmail(), password }),
    ),
    { registration_closed: 1 },
  )
})

test('a passkey signs in under its own name', async () => {
  const person = await register(open)
  const { passkey } = await addPasskey(open, person)
  const outcomes = await countedWhile(open, 'sign_ins_total outcome', async () => {
    tokensOf(await signInBy(open, passkey))
    await signInBy(open, newOwnPasskey())
  })
  assert.deepEqual(outcomes, { done: 1, invalid_credentials: 1 })
  assert.deepEqual(await countedWhile(open, 'sign_ins_total grant', () => signInBy(open, passkey)), {
    passkey: 1,
  })
})

test('a trusted device is counted when it is trusted, when it is used, and when its token comes twice', async () => {
  const person = await registerGuarded(open)
  const became = (act: () => Promise<unknown>) => countedWhile(open, 'trusted_devices_total outcome', act)
  let first = ''
  assert.deepEqual(await became(async () => (first = await trusted(open, person))), { trusted: 1 })
  const use = async (token: string) => deviceTokenIn(await signInOn(open, person, token))
  assert.deepEqual(await became(async () => use(await use(first))), { used: 2 })
  assert.deepEqual(await became(() => signInOn(open, person, first)), { reuse: 1 })
})
