import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Config } from '../../src/config/config.ts'
import { recognise } from '../../src/flows/providers/recognise.ts'
import { keysOf } from '../../src/platform/keys-of.ts'
import { counted } from '../support/counted.ts'
import { signInWith, startFederated } from '../support/federation.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { tryToInvite } from '../support/invitation.ts'
import { exchange, newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const password = 'a password of the tests'
const closed = await startFederated({ acme: {} }, { REGISTRATION: 'closed', TRUSTED_PROXIES: 'loopback' })
const { acme } = closed.providers
/** The same accounts, while anybody may register. */
const open = await startVariant(closed, { config: { registration: 'open' } })
const { work, parts } = counted(closed.deps)

/** Somebody whom Acme knows. */
const personAt = (email: string, email_verified: boolean) => {
  const subject = randomUUID()
  acme.people.set(subject, { email, email_verified })
  return subject
}

const startMode = (config: Partial<Config>) => startVariant(closed, { ...parts, config })

const words = {
  invited: 'You need an invitation to create an account here.',
  closed: 'New accounts cannot be created here.',
  'open to a domain': 'Only email addresses of certain domains can register here.',
}

const modes: Record<keyof typeof words, Partial<Config>> = {
  invited: { registration: 'invited' },
  closed: { registration: 'closed' },
  'open to a domain': { registration: 'open', registrationDomains: ['example.org', '*.example.com'] },
}

/** All that a stranger can see of an answer, but for the request's id and the time of day. */
const visible = ({ status, text, headers }: Answer) => {
  const { date, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
  assert.ok(date && id)
  return { status, text, rest }
}

for (const name of keysOf(modes)) {
  const config = modes[name]
  test(`${name}: a registration is refused alike with and without an account, before any work`, async () => {
    const service = await startMode(config)
    const { email } = await register(open)
    const before = await countRows(closed)
    const answers: Answer[] = []
    for (const each of [email, newEmail()]) {
      work.reset()
      answers.push(await tryToRegister(service, { email: each, password }))
      assert.deepEqual([work.hashes, work.statements], [0, []])
    }
    const [taken, free] = answers as [Answer, Answer]
    assertRefused(taken, 403, 'registration_closed')
    assert.equal(taken.body.message, words[name])
    assert.deepEqual(visible(taken), visible(free))
    assert.deepEqual(await countRows(closed), before)
  })
}

test('nobody with an account loses it or is kept out', async () => {
  const person = await register(open)
  for (const config of Object.values(modes)) {
    const service = await startMode(config)
    tokensOf(await signIn(service, person))
    assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  }
})

test('open to a domain: its addresses register, in every spelling', async () => {
  const config: Partial<Config> = { registrationDomains: ['xn--bcher-kva.example'], registration: 'open' }
  const service = await startMode(config)
  for (const domain of ['bücher.example', 'XN--BCHER-KVA.example']) {
    const email = newEmail().replace('example.com', domain)
    tokensOf(await tryToRegister(service, { email, password }), 201)
  }
})

test('other invalid fields are reported first, as always', async () => {
  const answer = await tryToRegister(closed, { email: newEmail(), password: 'short' })
  assertFieldErrors(answer, { password: 'minLength' })
})

test('an application’s pages can read the refusal', async () => {
  const origin = 'https://app.example.com'
  const service = await startVariant(closed, { config: { corsOrigins: [origin] } })
  const body = { email: newEmail(), password, passwordConfirmation: password }
  const answer = await post(service, '/auth/register', body, { headers: { origin } })
  assertRefused(answer, 403, 'registration_closed')
  assert.equal(answer.headers.get('access-control-allow-origin'), origin)
})

for (const name of keysOf(modes)) {
  const config = modes[name]
  test(`${name}: a provider creates no account, and reveals nobody’s`, async () => {
    const deps = { ...closed.deps, ...parts, config: { ...closed.deps.config, ...config } }
    const client = {
      address: '203.0.113.7',
      bucket: '203.0.113.7',
      counting: 'own',
      userAgent: undefined,
      acceptLanguage: undefined,
      hasGone: () => false,
    } as const
    const refusal = { code: 'access_denied', message: words[name] }
    const come = (email: string, emailVerified: boolean, subject = randomUUID()) =>
      recognise(deps, 'acme', { subject, email, emailVerified }, client)
    const { email, userId } = await register(open)
    const before = await countRows(closed)
    await assert.rejects(come(newEmail(), true), refusal)
    // what it does not vouch for can only be a new account: not even looked for
    for (const each of [email, newEmail()]) {
      work.reset()
      await assert.rejects(come(each, false), refusal)
      assert.equal(work.statements.length, 1, 'its identity')
    }
    assert.deepEqual(await countRows(closed), before)

    const subject = randomUUID()
    assert.equal((await come(email, true, subject)).userId, userId, 'linked to the account')
    assert.equal((await come(newEmail(), false, subject)).userId, userId, 'known')
  })
}

test('open to a domain: a provider creates accounts with its addresses', async () => {
  const config = { ...closed.deps.config, ...modes['open to a domain'] }
  const client = {
    address: 'unknown',
    bucket: 'unknown',
    counting: 'none',
    userAgent: undefined,
    acceptLanguage: undefined,
    hasGone: () => false,
  } as const
  const email = newEmail().replace('@', '@mail.')
  for (const emailVerified of [true, false]) {
    const identity = { subject: randomUUID(), email: `${emailVerified}.${email}`, emailVerified }
    assert.ok((await recognise({ ...closed.deps, config }, 'acme', identity, client)).userId)
  }
})

test('the application learns of the refusal at its own address, and it is recorded', async () => {
  const { error, error_description, state } = await signInWith(closed, 'acme', personAt(newEmail(), true), {
    state: 'abc',
  })
  assert.deepEqual([error, error_description, state], ['access_denied', words.closed, 'abc'])
  const refused = await many<{ detail: object }>(
    closed.deps.db,
    sql`select detail from events where type = 'sign_in.refused' order by id desc limit 1`,
  )
  assert.deepEqual(refused, [{ detail: { grant: 'oauth_code', provider: 'acme', reason: 'access_denied' } }])
})

test('an invitation is accepted through a provider that vouches for the address, and no other', async () => {
  const email = newEmail()
  const invitation = await tryToInvite(closed, email)
  const stranger = await signInWith(closed, 'acme', personAt(email, false))
  assert.equal(stranger.error, 'access_denied')
  const { code, error } = await signInWith(closed, 'acme', personAt(email, true))
  const { accessToken } = tokensOf(await exchange(closed, String(code ?? error)))
  assert.equal((await get(closed, '/users/me', accessToken)).body.id, invitation?.userId)
  assert.equal(await tryToInvite(closed, email), undefined)
  const pending = await closed.deps.db.run(
    sql`select from mail_links where user_id = ${invitation?.userId} and kind = 'invite'`,
  )
  assert.equal(pending.length, 0)
})

test('while registration is closed, providers can be linked and used to sign in', async () => {
  const { userId, email } = await register(open)
  const subject = personAt(email, true)
  for (const _ of ['linked', 'known']) {
    const { code, error } = await signInWith(closed, 'acme', subject)
    const { accessToken } = tokensOf(await exchange(closed, String(code ?? error)))
    assert.equal((await get(closed, '/users/me', accessToken)).body.id, userId)
  }
})

test('the pages offer no registration that would be refused, and refuse one that is sent', async () => {
  const { text } = await get(closed, '/account/sign-in')
  assert.doesNotMatch(text, /account\/register/)
  assert.match((await get(open, '/account/sign-in')).text, /account\/register/)
  const page = await get(closed, '/account/register')
  assert.ok(page.text.includes(words.closed), page.text)
  const chooseLanguage = '<form method="post" action="/account/language"'
  assert.doesNotMatch(page.text.replace(chooseLanguage, ''), /<form/)
  const before = await countRows(closed)
  const domains = await startMode({ registration: 'open', registrationDomains: ['example.org'] })
  for (const [service, message] of [
    [closed, words.closed],
    [domains, 'An account cannot be created here with this address.'],
  ] as const) {
    const refused = await send(service, 'POST', '/account/register', {
      body: new URLSearchParams({ email: newEmail(), password, passwordConfirmation: password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    assert.ok(refused.text.includes(message), refused.text)
  }
  assert.deepEqual(await countRows(closed), before)
  assert.match((await get(closed, '/account/sign-in?error=access_denied')).text, /cannot create one/)
  assert.doesNotMatch((await get(open, '/account/sign-in?error=access_denied')).text, /cannot create one/)
})
