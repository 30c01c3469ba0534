import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, isRefused, type StorageLike } from '../../packages/client/src/index.ts'
import { registerOwned } from '../support/address-change.ts'
import { codeIn, nextMail, startMailing } from '../support/mailing.ts'
import { newEmail } from '../support/people.ts'
import { enrol } from '../support/second-factor.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ EMAIL_SIGN_IN: 'on' })

const start = (url = service.address) => {
  const kept = new Map<string, string>()
  const storage: StorageLike = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
  return { sallyport: createClient({ url, storage }), reloaded: () => createClient({ url, storage }) }
}

const codeFor = async (email: string) => codeIn(await nextMail(service, email, 'Your code'))

test('a mailed code signs in, after a reload too, and is forgotten then', async () => {
  const { email, userId } = await registerOwned(service)
  const { sallyport, reloaded } = start()
  const asked = await sallyport.signInWithEmailCode(email)
  assert.equal(asked.state, 'email_code')
  await assert.rejects(
    asked.answer('0000-0000'),
    (error) => isRefused(error, 'wrong_code') && error.details.attemptsLeft === 4,
  )
  const page = reloaded()
  assert.equal(await page.resume(), undefined, 'it is no second step')
  const step = await page.resumeEmailCode()
  assert.equal(step?.expiresAt, asked.expiresAt)
  const signedIn = await step?.answer(` ${(await codeFor(email)).toLowerCase()}`)
  assert.ok(signedIn?.state === 'signed_in')
  assert.equal(signedIn.account.id, userId)
  assert.equal(await page.resumeEmailCode(), undefined)
})

test('somebody new gets an account, and somebody with a second factor the next step', async () => {
  const email = newEmail()
  const newcomer = await start().sallyport.signInWithEmailCode(email)
  assert.equal((await newcomer.answer(await codeFor(email))).state, 'signed_in')
  const person = await enrol(service, await registerOwned(service))
  const { sallyport, reloaded } = start()
  const asked = await sallyport.signInWithEmailCode(person.email)
  const step = await asked.answer(await codeFor(person.email))
  assert.ok(step.state === 'two_factor')
  assert.equal(await reloaded().resumeEmailCode(), undefined)
  assert.equal((await reloaded().resume())?.state, 'two_factor')
  assert.equal((await step.answer({ method: 'totp', code: person.code() })).state, 'signed_in')
})

test('a challenge that is over is not offered again, and a service without codes says so', async () => {
  const { sallyport, reloaded } = start()
  const asked = await sallyport.signInWithEmailCode(newEmail())
  for (let times = 0; times < 5; times++)
    await assert.rejects(asked.answer('0000-0000'), (error) => isRefused(error, 'wrong_code'))
  await assert.rejects(asked.answer('0000-0000'), (error) => isRefused(error, 'invalid_challenge'))
  assert.equal(await reloaded().resumeEmailCode(), undefined)
  const off = await startVariant(service, { config: { emailSignIn: false } })
  const without = start(off.address).sallyport
  await assert.rejects(without.signInWithEmailCode(newEmail()), (error) => isRefused(error, 'not_found'))
})
