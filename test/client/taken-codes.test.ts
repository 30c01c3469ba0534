import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, Offline, type PasskeyCredential } from '../../packages/client/src/index.ts'
import { startMailing } from '../support/mailing.ts'
import { addPasskey } from '../support/passkeys.ts'
import { register } from '../support/people.ts'
import { registerGuarded } from '../support/second-factor.ts'
import { startWire } from '../support/wire.ts'

const service = await startMailing()

/** A client that does not hear of the account at first. */
const newClient = async () => {
  const wire = await startWire(service)
  wire.loses = (line, nth) => line === 'GET /users/me' && nth === 1
  return createClient({ url: wire.address, storage: 'memory' })
}

test('once a code was accepted, the person is signed in, whatever fails next, and no second code is spent', async () => {
  const guarded = await registerGuarded(service)
  const sallyport = await newClient()
  const step = await sallyport.signIn(guarded)
  assert.ok(step.state === 'two_factor')
  const [first = '', second = ''] = guarded.backup
  await assert.rejects(step.answer({ method: 'backup_code', code: first }), Offline)
  assert.equal(await sallyport.resume(), undefined)
  await assert.rejects(step.answer({ method: 'backup_code', code: second }), { code: 'invalid_challenge' })
  assert.ok(await sallyport.isSignedIn())
  assert.equal((await sallyport.account.get()).email, guarded.email)
  assert.equal((await sallyport.twoFactor.settings()).backupCodesLeft, guarded.backup.length - 1)
})

test('once a passkey was accepted, the person is signed in, too', async () => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  const sallyport = await newClient()
  const credential = passkey.get(await sallyport.startPasskey()) as PasskeyCredential
  await assert.rejects(sallyport.finishPasskey(credential), Offline)
  await assert.rejects(sallyport.finishPasskey(credential), { code: 'invalid_credentials' })
  assert.ok(await sallyport.isSignedIn())
  assert.equal((await sallyport.account.get()).email, person.email)
})
