import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestPerson } from '../../src/test-mode/testing-types.ts'
import { atEnd } from '../support/at-end.ts'
import { newBrowser } from '../support/browser.ts'
import { get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, signIn, tokensOf } from '../support/people.ts'
import { startTested } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const service = await startTested({ EMAIL_SIGN_IN: 'on' })
const { test: client } = service
const root = join(import.meta.dirname, '../..')
const callback = 'http://127.0.0.1:4321/callback'

/** What a moved clock does, seen from outside: for each column that decides something. */
const rules: { columns: string[]; rule: string; holds: () => Promise<void> }[] = [
  {
    columns: ['sessions.access_ends_at', 'sessions.refresh_ends_at', 'sessions.last_used_at'],
    rule: 'a token ends, its session is refreshed, and ends unused',
    holds: async () => {
      const { tokens } = await client.person()
      assert.ok(await isGood(tokens.accessToken.token))
      await client.advance('PT15M')
      assert.ok(!(await isGood(tokens.accessToken.token)))
      const next = tokensOf(await refresh(service, tokens.refreshToken.token))
      assert.ok(await isGood(next.accessToken))
      await client.advance('P14D')
      assert.equal((await refresh(service, next.refreshToken)).status, 401)
    },
  },
  {
    columns: ['sessions.ends_at', 'sessions.created_at'],
    rule: 'a session ends, however often it is refreshed',
    holds: async () => {
      const { tokens } = await client.person()
      let token = tokens.refreshToken.token
      for (let nth = 0; nth < 2; nth++) {
        await client.advance('P13D')
        token = tokensOf(await refresh(service, token)).refreshToken
      }
      await client.advance('P5D')
      assert.equal((await refresh(service, token)).status, 401)
    },
  },
  {
    columns: [
      'sessions.rotated_at',
      'sessions.first_used_at',
      'sessions.previous_refresh_ends_at',
      'sessions.previous_access_ends_at',
    ],
    rule: 'a refresh is repeated for some seconds after its tokens are used',
    holds: async () => {
      const { tokens } = await client.person()
      const first = tokens.refreshToken.token
      const next = tokensOf(await refresh(service, first))
      assert.ok(await isGood(next.accessToken))
      assert.deepEqual(tokensOf(await refresh(service, first)), next)
      await client.advance('PT11S')
      assert.equal((await refresh(service, first)).status, 401)
    },
  },
  {
    columns: ['sessions.authenticated_at', 'sessions.fully_proven_at', 'sessions.factor_proven_at'],
    rule: 'a proof of identity is too old after a quarter of an hour',
    holds: async () => {
      const { id, tokens } = await client.person()
      await client.advance('PT16M')
      const { accessToken: token } = tokensOf(await refresh(service, tokens.refreshToken.token))
      const late = await post(service, `/users/${id}/settings/2fa`, undefined, { token })
      assert.deepEqual([late.status, late.body.code], [403, 'reauthentication_required'])
    },
  },
  {
    columns: ['challenges.expires_at'],
    rule: 'a sign-in waits for its second step for some minutes',
    holds: async () => {
      const { id, email, password } = await client.person({ twoFactor: 'totp' })
      const { body } = await signIn(service, { email, password })
      await client.advance('PT1H')
      const late = await secondStep(body.challenge, await client.code(id))
      assert.deepEqual([late.status, late.body.code], [401, 'invalid_challenge'])
    },
  },
  {
    columns: ['trusted_devices.expires_at', 'trusted_devices.created_at'],
    rule: 'a device is trusted for a month',
    holds: async () => {
      const { id, email, password } = await client.person({ twoFactor: 'totp' })
      const { body } = await signIn(service, { email, password })
      const answer = await secondStep(body.challenge, await client.code(id), { trustDevice: true })
      const trusted = { grant_type: 'password', email, password, deviceToken: answer.body.deviceToken }
      const skipped = await post(service, '/auth/token', trusted)
      assert.equal(skipped.status, 200, skipped.text)
      await client.advance('P31D')
      assert.equal((await post(service, '/auth/token', trusted)).status, 403)
    },
  },
  {
    columns: ['pending_apps.expires_at', 'totp_enrolments.expires_at'],
    rule: 'an app is set up within ten minutes',
    holds: async () => {
      const { id, tokens } = await client.person()
      const { token } = tokens.accessToken
      const path = `/users/${id}/settings/2fa`
      const { body } = await post(service, path, undefined, { token })
      await client.advance('PT10M1S')
      const code = await client.codeOf(body.secret)
      const late = await send(service, 'PATCH', path, { token, body: { code } })
      assert.deepEqual([late.status, late.body.code], [400, 'not_started'])
    },
  },
  {
    columns: ['mail_links.expires_at'],
    rule: 'a link ends, and the code beside it before',
    holds: async () => {
      const { email, tokens } = await client.person({ verified: false })
      const { token } = tokens.accessToken
      await post(service, '/users/me/email/verification', undefined, { token })
      const { code } = await client.mail({ to: email, kind: 'verify-email' })
      await client.advance('PT10M1S')
      assert.equal((await post(service, '/auth/email/verify', { email, code })).status, 401)
      await post(service, '/auth/password/forgot', { email })
      const link = tokenIn(await client.mail({ to: email, kind: 'reset-password' }))
      await client.advance('P1D')
      assert.equal((await resetPassword(link)).status, 401)
    },
  },
  {
    columns: ['mailed_codes.expires_at'],
    rule: 'a code to sign in with ends after ten minutes',
    holds: async () => {
      const { email } = await client.person()
      const { body } = await post(service, '/auth/email-code', { email })
      const { code } = await client.mail({ to: email, kind: 'sign-in-code' })
      await client.advance('PT10M1S')
      const asked = { grant_type: 'email_code', challenge: body.challenge, code }
      assert.equal((await post(service, '/auth/token', asked)).status, 401)
    },
  },
  {
    columns: ['passkey_challenges.expires_at'],
    rule: 'a passkey answers within five minutes',
    holds: async () => {
      const { id, tokens } = await client.person()
      const { token } = tokens.accessToken
      const { body } = await post(service, `/users/${id}/passkeys`, undefined, { token })
      const credential = await client.passkey(body)
      await client.advance('PT5M1S')
      const late = await send(service, 'PUT', `/users/${id}/passkeys`, { token, body: { credential } })
      assert.equal(late.status, 400)
    },
  },
  {
    columns: ['account_deletions.due_at'],
    rule: 'a closed account is deleted by the time of the answer',
    holds: async () => {
      const { id, email, password, tokens } = await client.person()
      const { token } = tokens.accessToken
      await send(service, 'DELETE', `/users/${id}`, { token, body: { password } })
      const seen = async () =>
        (await get(service, `/admin/users/${id}`, await client.serviceKey('users:read'))).status
      await client.advance('P6D')
      assert.equal(await seen(), 200)
      await client.advance('P1DT1M')
      assert.equal(await seen(), 404)
      assert.equal((await signIn(service, { email, password })).status, 401)
    },
  },
  {
    columns: ['two_factor_resets.next_at', 'outbox.due_at'],
    rule: 'a lost second factor is removed after three days, with a mail on each',
    holds: async () => {
      const { email, password } = await client.person({ twoFactor: 'totp' })
      const { body } = await signIn(service, { email, password })
      assert.equal((await post(service, '/auth/two-factor/reset', { challenge: body.challenge })).status, 202)
      const token = tokenIn(await client.mail({ to: email, kind: 'reset-two-factor' }))
      await post(service, '/auth/two-factor/reset/confirm', { token })
      await client.advance('P2D')
      assert.equal((await signIn(service, { email, password })).status, 403)
      await client.advance('P1D')
      assert.equal((await client.mails({ to: email, kind: 'two-factor-removal', count: 3 })).length, 3)
      tokensOf(await signIn(service, { email, password }))
    },
  },
  {
    columns: ['attempts.since', 'attempts.last_at'],
    rule: 'guessing is possible again when the answer says',
    holds: async () => {
      const { email, password } = await client.person()
      const wrong = () => signIn(service, { email, password: 'a wrong one' })
      let answer = await wrong()
      while (answer.status === 401) answer = await wrong()
      assert.equal(answer.status, 429)
      await client.advance(`PT${answer.headers.get('retry-after')}S`)
      tokensOf(await signIn(service, { email, password }))
    },
  },
  {
    columns: ['invitations.expires_at'],
    rule: 'an invitation ends after three days',
    holds: async () => {
      const email = newEmail()
      const token = await client.serviceKey('users:write', 'users:read')
      const { body } = await post(service, '/admin/users', { email }, { token })
      await client.advance('P3DT1M')
      assert.equal((await get(service, `/admin/users/${body.id}`, token)).status, 404)
    },
  },
  {
    columns: ['service_keys.expires_at'],
    rule: 'a service key ends after a year',
    holds: async () => {
      const key = await client.serviceKey('users:read')
      assert.equal((await get(service, '/admin/users', key)).status, 200)
      await client.advance('P1Y1D')
      assert.equal((await get(service, '/admin/users', key)).status, 401)
    },
  },
  {
    columns: ['users.disabled_until'],
    rule: 'somebody who was blocked for a day is back',
    holds: async () => {
      const { id, email, password } = await client.person()
      const token = await client.serviceKey('users:write')
      const until = new Date(Date.parse(await client.now()) + 86_400_000).toISOString()
      const body = { reason: 'a test of blocking', until }
      await send(service, 'PUT', `/admin/users/${id}/disabled`, { token, body })
      assert.equal((await signIn(service, { email, password })).status, 401)
      await client.advance('P1DT1M')
      tokensOf(await signIn(service, { email, password }))
    },
  },
  {
    columns: ['former_emails.expires_at', 'email_owners.held_until'],
    rule: 'a former address comes back for a week, and is somebody else’s after that',
    holds: async () => {
      const person = await client.person()
      const email = await changeEmail(person)
      assert.ok(tokenIn(await client.mail({ to: person.email, kind: 'email-changed' })))
      const again = { email: person.email, password: 'a password of the test' }
      const register = () =>
        post(service, '/auth/register', { ...again, passwordConfirmation: again.password })
      assert.equal((await register()).status, 422)
      await client.advance('P7DT1M')
      assert.equal((await register()).status, 201)
      tokensOf(await signIn(service, { email, password: person.password }))
    },
  },
  {
    columns: ['oauth_codes.expires_at', 'oauth_codes.proven_at'],
    rule: 'the code for an application is good for a minute',
    holds: async () => {
      const code = await codeOfProvider()
      await client.advance('PT1M5S')
      assert.equal((await exchange(service, code)).status, 401)
    },
  },
  {
    columns: ['oauth_transactions.expires_at'],
    rule: 'a sign-in with a provider takes ten minutes at most',
    holds: async () => {
      const { browser, address } = await atProvider()
      await client.advance('PT10M5S')
      const late = await browser.open(address, callback)
      assert.notEqual(late.url.searchParams.has('code'), true, `${late.url}`)
    },
  },
  {
    columns: ['identity_links.expires_at'],
    rule: 'a provider is linked within ten minutes',
    holds: async () => {
      const { id, tokens } = await client.person()
      const { token } = tokens.accessToken
      const path = `/users/${id}/identities/test`
      const { body } = await post(service, path, { redirect_uri: callback }, { token })
      await client.advance('PT10M5S')
      const late = await newBrowser().open(body.url, callback)
      assert.notEqual(late.url.searchParams.has('code'), true, `${late.url}`)
    },
  },
  {
    columns: ['webhook_waiting.due_at', 'webhooks.paused_until', 'webhooks.leased_until'],
    rule: 'a webhook that refused is told again when it is due',
    holds: async () => {
      // one that doesn't compare the signature's time with its own clock
      const told: unknown[] = []
      const receiver = createServer((request, response) => {
        told.push(request.headers['webhook-id'])
        request.resume()
        response.writeHead(told.length === 1 ? 500 : 204).end()
      }).listen(0, '127.0.0.1')
      atEnd(() => receiver.close())
      await once(receiver, 'listening')
      const token = await client.serviceKey('webhooks:write', 'webhooks:read')
      const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`
      // what others did before is in the feed by then
      await client.mails({ wait: 0 })
      const added = await post(service, '/admin/webhooks', { url, types: ['user.registered'] }, { token })
      assert.equal(added.status, 201, added.text)
      await client.person()
      // noted, and not only sent: it is due so long after that
      await until(async () => (await attemptsOf(added.body.id, token)).length === 1)
      await client.advance('PT1M')
      await until(async () => told.length === 2)
      assert.equal(told[0], told[1])
      await send(service, 'DELETE', `/admin/webhooks/${added.body.id}`, { token })
    },
  },
  {
    columns: ['events.at'],
    rule: 'what happened is forgotten after EVENTS_DAYS',
    holds: async () => {
      const { id, email, password } = await client.person()
      await client.advance('P401D')
      const { accessToken } = tokensOf(await signIn(service, { email, password }))
      const { body } = await get(service, `/users/${id}/events`, accessToken)
      assert.ok(body.events.length > 0)
      assert.ok(!body.events.some(({ type }: { type: string }) => type === 'user.registered'))
    },
  },
]

const madeIn =
  'which of the things that were made since are suspect: compared with instants of the same clock'
const swept = 'when a row that says nothing any more is deleted'
const told = 'when it happened, as it is shown'

/** What decides nothing that a client could see, or has no occasion in test mode; and why. */
const others: Record<string, string> = {
  'account_deletions.requested_at': told,
  'account_deletions.set_aside_until': 'an hour after a deletion that failed, which none does here',
  'backup_codes.made_at': madeIn,
  'backup_codes.session_opened_at': madeIn,
  'backup_codes.spent_at': told,
  'deprecated_calls.first_at': told,
  'deprecated_calls.last_at': told,
  'email_owners.taken_at': told,
  'emails.reserved_until': 'of an earlier version',
  'emails.verified_at': told,
  'feed.at': swept,
  'former_emails.changed_at': madeIn,
  'former_emails.session_opened_at': madeIn,
  'identities.linked_at': madeIn,
  'identities.session_opened_at': madeIn,
  'imports.begun_at': told,
  'imports.ended_at': told,
  'imports.noted_at': 'of commands, and there is no database for them',
  'key_ids.last_used_at': 'of keys, of which there is one',
  'known_addresses.seen_at': swept,
  'migrations.applied_at': told,
  'oauth_codes.factor_proven_at': 'passed on to the session, whose instants are above',
  'oauth_codes.spent_at': 'the seconds of a repeated answer, as of a refresh above',
  'operators.granted_at': told,
  'outbox.created_at': told,
  'outbox.ended_at': swept,
  'outbox.gives_up_at': 'of mails that are refused, which none is here',
  'outbox_attempts.begun_at': told,
  'outbox_attempts.ended_at': told,
  'passkeys.created_at': madeIn,
  'passkeys.last_used_at': told,
  'passkeys.second_factor_since': madeIn,
  'passkeys.session_opened_at': madeIn,
  'passwords.session_opened_at': madeIn,
  'passwords.set_at': madeIn,
  'presses.begun_at': 'the seconds of a button that is pressed twice',
  'presses.until': swept,
  'refusals.first_at': told,
  'refusals.last_at': swept,
  'service_keys.created_at': told,
  'service_keys.last_used_at': told,
  'service_keys.revoked_at': told,
  'sessions.opened_by_proof_at': madeIn,
  'totp_factors.confirmed_at': madeIn,
  'totp_factors.session_opened_at': madeIn,
  'trusted_devices.last_used_at': told,
  'two_factor_resets.begun_at': told,
  'unowned_refusals.first_at': told,
  'unowned_refusals.last_at': swept,
  'users.created_at': told,
  'users.disabled_at': told,
  'webhook_attempts.at': swept,
  'webhook_waiting.since': 'three days of refusals, by the steps above',
  'webhooks.created_at': told,
  'webhooks.disabled_at': told,
  'webhooks.failing_since': 'three days of refusals, by the steps above',
  'webhooks.former_secret_until': 'which signatures a message has, compared with the same clock',
  'webhooks.last_success_at': told,
}

test('each column with a time is known to be moved, or to decide nothing here', async () => {
  const { rows } = await columnsWithTimes()
  const known = [...rules.flatMap(({ columns }) => columns), ...Object.keys(others)]
  assert.deepEqual(known.toSorted(), rows.toSorted())
})

for (const { rule, holds } of rules) test(`the clock moves: ${rule}`, holds)

async function columnsWithTimes() {
  const statement = {
    name: 'columnsWithTimes',
    parts: [
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type ~ 'time|date|interval'`,
    ],
    values: [],
  }
  const found = (await service.deps.db.run(statement)) as { name: string }[]
  return { rows: found.map(({ name }) => name) }
}

async function isGood(token: string) {
  return (await get(service, '/users/me', token)).status === 200
}

function secondStep(challenge: string, code: string, more = {}) {
  return post(service, '/auth/token', { grant_type: 'two_factor', challenge, method: 'totp', code, ...more })
}

function tokenIn({ link }: { link: string | null }) {
  return new URL(`${link}`).searchParams.get('token') as string
}

function resetPassword(token: string) {
  const password = 'another of the test'
  return post(service, '/auth/password/reset', { token, password, passwordConfirmation: password })
}

async function changeEmail({ id, tokens }: TestPerson) {
  const email = newEmail()
  const { token } = tokens.accessToken
  const asked = await post(service, `/users/${id}/email`, { email }, { token })
  assert.equal(asked.status, 202, asked.text)
  const link = tokenIn(await client.mail({ to: email, kind: 'confirm-new-email' }))
  const confirmed = await post(service, '/auth/email/verify', { token: link })
  assert.equal(confirmed.status, 204, confirmed.text)
  return email
}

/** A browser that is about to be signed in at the provider. */
async function atProvider() {
  const browser = newBrowser()
  const start = `${service.url}/auth/oauth/test?${new URLSearchParams({ redirect_uri: callback })}`
  const { url } = await browser.open(start, callback)
  url.searchParams.set('person', newEmail())
  return { browser, address: url.href }
}

async function codeOfProvider() {
  const { browser, address } = await atProvider()
  const { url } = await browser.open(address, callback)
  return `${url.searchParams.get('code')}`
}

async function attemptsOf(webhookId: string, token: string) {
  return (await get(service, `/admin/webhooks/${webhookId}/attempts`, token)).body.attempts
}

test('no statement asks another clock than those that move', () => {
  const other =
    /\b(current_(timestamp|time|date)|(statement|transaction)_timestamp|localtime(stamp)?|timeofday)\b|pg_catalog\.(now|clock_timestamp)/i
  const files = globSync('src/**/*.{ts,sql}', { cwd: root, exclude: ['src/test-mode/**'] })
  assert.deepEqual(
    files.filter((file) => other.test(readFileSync(join(root, file), 'utf8'))),
    [],
  )
})
