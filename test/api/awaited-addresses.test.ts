import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newBrowser } from '../support/browser.ts'
import { appUrl, signInWith, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { nextMail, tokenIn } from '../support/mailing.ts'
import { exchange, newEmail, refresh, tokensOf, tryToRegister } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'
import { titleOf } from '../support/visitors.ts'

const mailServer = await startMailServer()
const federated = await startFederated(
  { acme: {} },
  {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'no-reply@acme.example',
    EMAIL_VERIFICATION: 'required',
    REGISTRATIONS_PER_HOUR: '0',
  },
)
const service = { ...federated, mailServer }
const { key } = await newServiceKey(service)

const password = 'a password of the tests'
const limited = ['email:verify']

const abilitiesIn = ({ body }: Answer) => [body.accessToken.abilities, body.refreshToken.abilities]
const me = (token: string) => get(service, '/users/me', token)
const verify = (token: string) => post(service, '/auth/email/verify', { token })
const isActive = async (token: string) => {
  const headers = { authorization: `Bearer ${key}` }
  const one = await send(service, 'POST', '/auth/introspect', { headers, body: { token } })
  const batch = { headers, body: { tokens: [token] } }
  const many = await send(service, 'POST', '/auth/introspect/batch', batch)
  assert.deepEqual([one.status, many.status], [200, 200], one.text)
  assert.equal(one.body.active, many.body.results[0].active)
  return one.body.active as boolean
}

const newcomer = async () => {
  const email = newEmail()
  const answer = await tryToRegister(service, { email, password })
  const tokens = tokensOf(answer, 201)
  assert.deepEqual(abilitiesIn(answer), [limited, limited])
  return { email, ...tokens }
}

/** Somebody whom a provider signs in, without vouching for the address. */
const comer = async () => {
  const [subject, email] = [randomUUID(), newEmail()]
  service.providers.acme.people.set(subject, { email, email_verified: false })
  return { email, code: (await signInWith(service, 'acme', subject)).code as string }
}

test('registering opens a session limited to confirming the address, which lifts the limit', async () => {
  const { email, accessToken: token, refreshToken } = await newcomer()
  assertRefused(await me(token), 403, 'email_unverified')
  assert.equal(await isActive(token), false)
  const next = await refresh(service, refreshToken)
  assert.deepEqual(abilitiesIn(next), [limited, limited])
  assert.equal((await verify(tokenIn(await nextMail(service, email)))).status, 204)
  const { accessToken } = tokensOf(next)
  assert.equal((await me(accessToken)).body.emailVerified, true)
  assert.equal(await isActive(accessToken), true)
  assert.deepEqual(abilitiesIn(await refresh(service, tokensOf(next).refreshToken)), [['*'], ['*']])
})

test('a link is confirmed by the session that awaits it, and nothing of it is lost to a later proof of the mailbox', async () => {
  const { email, accessToken: token } = await newcomer()
  const link = tokenIn(await nextMail(service, email))
  assert.equal((await post(service, '/auth/email/verify', { token: link }, { token })).status, 204)
  const [row] = await many<{ onlyByLink: boolean }>(
    service.deps.db,
    sql`select only_by_link as "onlyByLink" from emails where canonical = ${email}`,
  )
  assert.equal(row?.onlyByLink, false)
  assert.equal((await me(token)).body.emailVerified, true)
})

test('until then, the session reaches only what leads to a confirmed address', async () => {
  const { accessToken: token } = await newcomer()
  const { body: document } = await get(service, '/openapi.json')
  const open = [
    'POST /auth/email/verify',
    'POST /auth/logout',
    'POST /auth/proof',
    'POST /users/{id}/email',
    'POST /users/{id}/email/verification',
  ]
  const shut = []
  for (const [path, operations] of Object.entries<Record<string, { security?: object[] }>>(document.paths))
    for (const [method, { security = [] }] of Object.entries(operations)) {
      const operation = `${method.toUpperCase()} ${path}`
      // without an address of the service there are no passkeys
      if (path.includes('/passkeys')) continue
      if (open.includes(operation) || !security.some((way) => 'accessToken' in way)) continue
      const at = path
        .replace('{id}', 'me')
        .replace('{provider}', 'acme')
        .replaceAll(/\{\w+\}/g, randomUUID())
      const answer = await send(service, method.toUpperCase(), at, {
        token,
        ...(method !== 'get' && { body: {} }),
      })
      assertRefused(answer, 403, 'email_unverified')
      shut.push(operation)
    }
  assert.ok(shut.length > 20, `${shut.length}`)
  assert.equal((await post(service, '/auth/proof', { method: 'password', password }, { token })).status, 204)
  assert.equal((await post(service, '/users/me/email/verification', undefined, { token })).status, 202)
  assert.equal((await post(service, '/auth/logout', undefined, { token })).status, 204)
  assertRefused(await me(token), 401, 'unauthorized')
})

test('confirming a new address lifts the limit as well', async () => {
  const { accessToken: token } = await newcomer()
  const email = newEmail()
  assert.equal((await post(service, '/users/me/email', { email }, { token })).status, 202)
  assertRefused(await me(token), 403, 'email_unverified')
  assert.equal((await verify(tokenIn(await nextMail(service, email)))).status, 204)
  assert.equal((await me(token)).body.email, email)
})

test('a provider’s session is limited if the provider does not vouch for the address, and full if it does', async () => {
  const { email, code } = await comer()
  const answer = await exchange(service, code)
  assert.deepEqual(abilitiesIn(answer), [limited, limited])
  const { accessToken } = tokensOf(answer)
  assertRefused(await me(accessToken), 403, 'email_unverified')
  assert.equal((await verify(tokenIn(await nextMail(service, email)))).status, 204)
  assert.equal((await me(accessToken)).status, 200)
  const subject = randomUUID()
  service.providers.acme.people.set(subject, { email: newEmail(), email_verified: true })
  const vouched = await exchange(service, (await signInWith(service, 'acme', subject)).code as string)
  assert.deepEqual(abilitiesIn(vouched), [['*'], ['*']])
})

test('a session that opens while the address is being confirmed does not stay limited', async () => {
  for (let times = 0; times < 8; times++) {
    const { email, code } = await comer()
    const token = tokenIn(await nextMail(service, email))
    const [answer, verified] = await Promise.all([exchange(service, code), verify(token)])
    assert.deepEqual([answer.status, verified.status], [200, 204])
    assert.equal((await me(tokensOf(answer).accessToken)).status, 200)
  }
  const waiting = sql`
    select from sessions join emails using (user_id) where awaits_email and verified_at is not null`
  assert.deepEqual(await many(service.deps.db, waiting), [])
})

test('the pages wait for the confirmation, then continue to the application', async () => {
  const app = await newApplication(service)
  const browser = newBrowser()
  const email = newEmail()
  const form = await browser.open(app.start('/account/register'), appUrl)
  const waiting = await browser.submit(form, { email, password, passwordConfirmation: password }, appUrl)
  assert.equal(titleOf(waiting), 'Confirm your email address')
  for (const path of ['', '/sessions', '/two-factor', '/data', '/close'])
    assert.equal(titleOf(await browser.open(`${service.address}/account${path}`)), titleOf(waiting), path)
  assert.equal(titleOf(await browser.open(`${service.address}/account/email`)), 'Change your email address')
  const mail = await nextMail(service, email)
  const again = await browser.submit(waiting, {}, appUrl)
  assert.match(again.text, /role="status"/)
  assertRefused(await verify(tokenIn(mail)), 401, 'invalid_credentials')
  const silent = new URL(app.start())
  silent.searchParams.set('prompt', 'none')
  assert.equal((await browser.open(silent.href, appUrl)).url.searchParams.get('error'), 'login_required')
  assert.equal((await verify(tokenIn(await nextMail(service, email)))).status, 204)
  const back = await browser.open(again.url.href, appUrl)
  assert.deepEqual(abilitiesIn(await app.exchange(app.codeIn(back.url))), [['*'], ['*']])
})
