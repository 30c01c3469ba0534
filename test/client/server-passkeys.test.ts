import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import express from 'express'
import * as forExpress from '../../packages/client/src/express.ts'
import { createBff } from '../../packages/client/src/server/index.ts'
import { atEnd } from '../support/at-end.ts'
import { startBrowser, withoutBrowser } from '../support/chromium.ts'
import { clientPage } from '../support/client-scripts.ts'
import { freePort } from '../support/free-port.ts'
import { newEmail } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { addAuthenticator } from '../support/virtual-authenticator.ts'

declare const location: { origin: string }

const person = { email: newEmail(), password: 'a password of the tests' }
const port = await freePort()
const origin = `http://localhost:${port}`
const service = await startTestService({ PUBLIC_URL: 'http://localhost', PASSKEY_ORIGINS: origin })

/** An application whose own server keeps the tokens. */
const startApplication = async () => {
  const app = express()
  for (const [path, { type, body }] of Object.entries(clientPage()))
    app.get(path, (_request, response) => void response.type(type).send(body))
  const { address: url } = service
  const key = 'a key that has more than thirty-two characters'
  app.use(forExpress.bff(createBff({ url, key, origin, upstreams: { '/accounts': url } })))
  app.use(express.json())
  app.post('/register', async ({ sallyport }, response) => {
    response.json(await sallyport.register(person))
  })
  app.post('/sign-in', async ({ sallyport }, response) => {
    const { state } = await sallyport.signIn(person)
    response.json(state)
  })
  app.get('/passkey', async ({ sallyport }, response) => {
    const step = await sallyport.resume()
    response.json(await (step ?? sallyport).startPasskey())
  })
  app.post('/passkey', async ({ sallyport, body: { credential } }, response) => {
    const step = await sallyport.resume()
    const signedIn =
      step?.state === 'two_factor'
        ? step.answer({ method: 'passkey', credential })
        : sallyport.finishPasskey(credential)
    response.json((await signedIn).account.email)
  })
  const server = app.listen(port, '127.0.0.1')
  atEnd(async () => void server.close().closeAllConnections())
  await once(server, 'listening')
}

test('passkeys work behind a server that keeps the tokens', { skip: withoutBrowser }, async () => {
  await startApplication()
  const { page } = await (await startBrowser())(`${origin}/app.html`)
  await addAuthenticator(page)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => bodies.push(response.text().catch(() => '')))
  await page.evaluate(async () => {
    const ask = async (path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const sent = body && { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(path, sent)
      const text = await response.text()
      return response.status === 200 ? JSON.parse(text) : response.status
    }
    const library = await import(`/client/${'index.ts'}`)
    const own = library.createClient({
      url: `${location.origin}/accounts`,
      storage: 'memory',
      fetch: (address: string, init: object) => fetch(address, { ...init, credentials: 'same-origin' }),
    })
    Object.assign(globalThis, { ask, own, library })
  })
  const signInByPasskey = () =>
    page.evaluate(`(async () => {
      const credential = await library.getPasskey(() => ask('/passkey'))
      return ask('/passkey', { credential })
    })()`)

  await page.evaluate(`ask('/register', {})`)
  const added = `own.passkeys.add().then(({ passkey }) => passkey.id)`
  const id = await page.evaluate(added)
  assert.equal(await page.evaluate(`ask('/logout', {})`), 204)
  assert.equal(await page.evaluate(`ask('/me')`), 401)
  assert.equal(await signInByPasskey(), person.email)
  assert.equal(await page.evaluate(`ask('/me').then(({ email }) => email)`), person.email)

  await page.evaluate(
    `own.passkeys.proof({ passkeyId: '${id}' }).then((proof) => own.passkeys.setAsSecondFactor('${id}', true, proof))`,
  )
  await page.evaluate(`ask('/logout', {})`)
  assert.equal(await page.evaluate(`ask('/sign-in', {})`), 'two_factor')
  assert.equal(await signInByPasskey(), person.email)
  assert.equal(await page.evaluate(`ask('/me').then(({ email }) => email)`), person.email)
  assert.equal(await page.evaluate('document.cookie'), '')
  const texts = await Promise.all(bodies)
  assert.ok(texts.filter(Boolean).length > 10)
  assert.doesNotMatch(texts.join('\n'), /sp_(at|rt)_/)
})
