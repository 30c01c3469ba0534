import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, createClient } from '../../packages/client/src/index.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { clientPage } from '../support/client-scripts.ts'
import { newEmail } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'
import { addAuthenticator } from '../support/virtual-authenticator.ts'
import { startWire } from '../support/wire.ts'

declare const sallyport: Client
declare const PublicKeyCredential: { prototype: object }

const password = 'a password of the tests'
const behind = { address: '' }
const wire = await startWire(behind)
// an IP address is no domain that passkeys could belong to
const url = wire.address.replace('127.0.0.1', 'localhost')
const service = await startTestService({ PUBLIC_URL: url, REGISTRATIONS_PER_HOUR: '0' })
behind.address = service.address
wire.files = clientPage()
const open = withoutBrowser ? undefined : await startBrowser()

/** A page in which somebody is signed in, and their authenticator. */
const openPage = async (traits = {}) => {
  const { page } = await open!(`${url}/app.html`)
  await page.waitForFunction('globalThis.sallyport')
  const authenticator = await addAuthenticator(page, traits)
  const person = { email: newEmail(), password }
  await page.evaluate((person) => sallyport.register(person), person)
  wire.asked.length = 0
  return { page, authenticator, person }
}

/** Does something in the page. @returns its result, or the name of its error and what is known of that */
const attempt = (page: Page, work: () => Promise<unknown>): Promise<unknown> =>
  page.evaluate(`(${work})().catch((error) => error.name + (error.code?.length ? ' ' + error.code : ''))`)

const methods = async (page: Page) =>
  page.evaluate(async () => (await sallyport.sessions.list()).find(({ current }) => current)?.methods)

/** Offers passkeys in the autofill, without waiting for somebody to pick one. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const offered = sallyport.signInWithPasskey({ mediation: 'conditional' }).then(
      ({ account }) => account.email,
      ({ name }) => name,
    )
    Object.assign(globalThis, { offered })
  })

const outcome = (page: Page): Promise<string> => page.evaluate('offered')

const isAsking = (line: string) => line === 'POST /auth/passkeys/challenge'

const timesAsked = async (times: number) => {
  const deadline = Date.now() + 30_000
  while (wire.asked.filter(isAsking).length < times) {
    assert.ok(Date.now() < deadline, `it was never asked ${times} times`)
    await new Promise((resume) => setTimeout(resume, 10))
  }
}

test('somebody adds a passkey, signs in with it, renames and removes it', {
  skip: withoutBrowser,
}, async () => {
  const { page, person } = await openPage()
  // as where a password manager stands in for the browser
  await page.evaluate(() => {
    Object.assign(PublicKeyCredential.prototype, {
      toJSON: () => {
        throw new TypeError('Illegal invocation')
      },
    })
  })
  assert.equal(await page.evaluate(() => sallyport.passkeys.areSupported()), true)
  const added = await page.evaluate(() => sallyport.passkeys.add({ name: 'laptop' }))
  assert.equal(added.passkey.name, 'laptop')
  assert.equal(added.backup, undefined)
  assert.deepEqual(added.passkey.transports, ['internal'])
  assert.equal(await attempt(page, () => sallyport.passkeys.add()), 'InvalidStateError')

  await page.evaluate(() => sallyport.signOut())
  wire.asked.length = 0
  const signedIn = await page.evaluate(() => sallyport.signInWithPasskey())
  assert.deepEqual([signedIn.state, signedIn.account.email], ['signed_in', person.email])
  assert.deepEqual(wire.asked, ['POST /auth/passkeys/challenge', 'POST /auth/token', 'GET /users/me'])
  assert.deepEqual(await methods(page), ['passkey'])

  const { id } = added.passkey
  const renamed = await page.evaluate((id) => sallyport.passkeys.rename(id, 'old laptop'), id)
  assert.deepEqual(await page.evaluate(() => sallyport.passkeys.list()), [renamed])
  assert.equal(renamed.name, 'old laptop')
  await page.evaluate((id) => sallyport.passkeys.remove(id), id)
  assert.deepEqual(await page.evaluate(() => sallyport.passkeys.list()), [])
  await page.evaluate(() => sallyport.signOut())
  assert.equal(await attempt(page, () => sallyport.signInWithPasskey()), 'Refused invalid_credentials')
})

test('a passkey answers a second step, after a reload, too', { skip: withoutBrowser }, async () => {
  const { page, person } = await openPage({ hasUserVerification: false })
  const { backup } = await page.evaluate(() => sallyport.passkeys.add({ asSecondFactor: true }))
  assert.equal(backup?.length, 10)
  await page.evaluate(() => sallyport.signOut())
  const step = await page.evaluate((person) => sallyport.signIn(person), person)
  assert.deepEqual(step.state === 'two_factor' && step.methods, ['passkey', 'backup_code'])
  await page.reload()
  const answered = await page.evaluate(async () => {
    const step = await sallyport.resume()
    return step?.state === 'two_factor' ? step.answerWithPasskey() : undefined
  })
  assert.equal(answered?.account.email, person.email)
  assert.deepEqual(await methods(page), ['password', 'passkey'])
  assert.equal(await page.evaluate(() => sallyport.resume()), undefined)
})

test('an expired second step is dropped when a passkey is requested', {
  skip: withoutBrowser,
}, async () => {
  const { page, person } = await openPage()
  await page.evaluate(() => sallyport.passkeys.add({ asSecondFactor: true }))
  await page.evaluate(() => sallyport.signOut())
  await page.evaluate((person) => sallyport.signIn(person), person)
  await shiftRows(service, 960)
  const late = async () => {
    const step = await sallyport.resume()
    return step?.state === 'two_factor' ? step.answerWithPasskey() : undefined
  }
  assert.equal(await attempt(page, late), 'Refused invalid_challenge')
  assert.equal(await page.evaluate(() => sallyport.resume()), undefined)
})

test('a passkey proves the person’s identity again, and turns two-factor off', {
  skip: withoutBrowser,
}, async () => {
  const { page } = await openPage()
  const { passkey } = await page.evaluate(() => sallyport.passkeys.add())
  await shiftRows(service, 960)
  assert.equal(await attempt(page, () => sallyport.passkeys.add()), 'Refused reauthentication_required')
  await page.evaluate(async () => sallyport.account.prove(await sallyport.passkeys.proof()))
  const { id } = passkey
  const alone = `sallyport.passkeys.setAsSecondFactor('${id}', true).catch(({ code }) => code)`
  assert.equal(await page.evaluate(alone), 'factor_required')
  const guarded = await page.evaluate(`(async () => {
    const proof = await sallyport.passkeys.proof({ passkeyId: '${id}' })
    return (await sallyport.passkeys.setAsSecondFactor('${id}', true, proof)).backup.length
  })()`)
  assert.equal(guarded, 10)
  await shiftRows(service, 960)
  const renewed = await page.evaluate(async () =>
    sallyport.twoFactor.renewBackupCodes(await sallyport.passkeys.proof()),
  )
  assert.equal(renewed.backup.length, 10)
  await page.evaluate(async () => sallyport.twoFactor.disable(await sallyport.passkeys.proof()))
  assert.equal((await page.evaluate(() => sallyport.twoFactor.settings())).enabled, false)
})

test('a person’s cancellation is told apart from a refusal of the service, and sends nothing', {
  skip: withoutBrowser,
}, async () => {
  const { page, authenticator } = await openPage()
  await authenticator.setVerified(false)
  assert.equal(await attempt(page, () => sallyport.passkeys.add()), 'NotAllowedError')
  assert.deepEqual(wire.asked, ['POST /users/me/passkeys'])
  await authenticator.setVerified(true)
  await page.evaluate(() => sallyport.passkeys.add())
  await page.evaluate(() => sallyport.signOut())
  await authenticator.setVerified(false)
  wire.asked.length = 0
  assert.equal(await attempt(page, () => sallyport.signInWithPasskey()), 'NotAllowedError')
  const stopped = () => sallyport.signInWithPasskey({ signal: AbortSignal.abort() })
  assert.equal(await attempt(page, stopped), 'AbortError')
  assert.deepEqual(wire.asked, ['POST /auth/passkeys/challenge'])
})

test('without a browser passkeys are unsupported, and nothing is sent', async () => {
  wire.asked.length = 0
  const sallyport = createClient({ url, storage: 'memory' })
  assert.equal(sallyport.passkeys.areSupported(), false)
  for (const work of [sallyport.signInWithPasskey, sallyport.passkeys.add, sallyport.passkeys.proof])
    await assert.rejects(work(), { name: 'NotSupportedError' })
  assert.deepEqual(wire.asked, [])
})

// the authenticator looks once whether its owner is there, when it is asked
const counting = `{
  const { credentials } = navigator
  const get = credentials.get.bind(credentials)
  globalThis.gets = 0
  credentials.get = (options) => {
    gets++
    return get(options)
  }
}`

/** The same, with somebody who has signed out and is not there yet. */
const openOffer = async () => {
  const opened = await openPage()
  await opened.page.evaluate(() => sallyport.passkeys.add())
  await opened.page.evaluate(() => sallyport.signOut())
  await opened.authenticator.setPresent(false)
  await opened.page.evaluate(counting)
  wire.asked.length = 0
  return opened
}

test('autofill waits for a passkey to be picked, and renews its challenge before it expires', {
  skip: withoutBrowser,
}, async () => {
  const { page, authenticator, person } = await openOffer()
  await page.route('**/auth/passkeys/challenge', async (route) => {
    const response = await route.fetch()
    const { publicKey } = await response.json()
    await route.fulfill({ response, json: { publicKey: { ...publicKey, timeout: 31_000 } } })
  })
  await offer(page)
  await timesAsked(3)
  await authenticator.setPresent(true)
  assert.equal(await outcome(page), person.email)
})

test('autofill gives way to an explicit passkey request, and to a sign-in without one', {
  skip: withoutBrowser,
}, async () => {
  const { page, authenticator, person } = await openOffer()
  await offer(page)
  await page.waitForFunction('gets === 1')
  // whoever is there while autofill still asks, signs in by that
  const isThere = Promise.withResolvers<void>()
  wire.holds = (line) => (isAsking(line) ? isThere.promise : undefined)
  const signingIn = page.evaluate(() => sallyport.signInWithPasskey())
  assert.equal(await outcome(page), 'AbortError')
  await authenticator.setPresent(true)
  isThere.resolve()
  assert.equal((await signingIn).account.email, person.email)

  await page.evaluate(() => sallyport.signOut())
  await authenticator.setPresent(false)
  await offer(page)
  await page.waitForFunction('gets === 3')
  await page.evaluate((person) => sallyport.signIn(person), person)
  assert.equal(await outcome(page), 'AbortError')
})

test('autofill ends with the signal, for the reason given', { skip: withoutBrowser }, async () => {
  const { page } = await openOffer()
  const stopped = () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new RangeError()), 500)
    return sallyport.signInWithPasskey({ mediation: 'conditional', signal: controller.signal })
  }
  assert.equal(await attempt(page, stopped), 'RangeError')
})
