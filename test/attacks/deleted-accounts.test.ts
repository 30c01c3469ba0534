import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  beginLink,
  browserOf,
  confirmLink,
  followLink,
  signInWith,
  startFederated,
} from '../support/federation.ts'
import { get, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, tokensOf } from '../support/people.ts'
import { proveFactor } from '../support/proof.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, challengeFor, enrol } from '../support/second-factor.ts'

const service = await startFederated({ acme: {} }, { ACCOUNT_DELETION_DAYS: '0' })
const { acme } = service.providers

test('tokens and links of a deleted account open nothing of a new one with that address', async () => {
  const subject = randomUUID()
  acme.people.set(subject, { email: `${subject}@provider.example`, email_verified: true })
  const before = await register(service)
  const { body: link } = await beginLink(service, before, 'acme')
  const { code: linkCode } = await followLink(link.url, subject, acme)
  assert.equal((await confirmLink(service, before, 'acme', { code: linkCode })).status, 200)
  const { code } = await signInWith(service, 'acme', subject)
  const guarded = await enrol(service, before)
  const challenge = await challengeFor(service, guarded)
  await proveFactor(service, guarded)
  const { body: another } = await beginLink(service, before, 'acme')

  const path = `/users/${before.userId}`
  assert.equal((await send(service, 'DELETE', path, { token: before.accessToken })).status, 204)
  const after = await register(service, { email: before.email, password: before.password })
  assert.notEqual(after.userId, before.userId)

  assertRefused(await get(service, '/users/me', before.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, before.refreshToken), 401, 'invalid_credentials')
  assertRefused(await exchange(service, code as string), 401, 'invalid_credentials')
  assertRefused(await answerChallenge(service, challenge, guarded.code()), 401, 'invalid_challenge')
  const { url } = await browserOf(subject, acme).open(another.url)
  assert.equal(url.pathname + url.search, '/account/sign-in?news=expired')
  assertRefused(await get(service, path, after.accessToken), 404, 'not_found')
  // nor does the new one have the old one's second factor
  const { body: me } = await get(service, '/users/me', after.accessToken)
  assert.deepEqual(me.twoFactor, { enabled: false, backupCodesLeft: 0 })

  // who was linked comes as somebody new
  const again = await signInWith(service, 'acme', subject)
  const { accessToken } = tokensOf(await exchange(service, again.code as string))
  assert.notEqual((await get(service, '/users/me', accessToken)).body.id, after.userId)
})

test('signing in with its provider restores a closed account', async () => {
  const graceful = await startFederated({ acme: {} })
  const [subject, email] = [randomUUID(), newEmail()]
  graceful.providers.acme.people.set(subject, { email, email_verified: true })
  const first = await signInWith(graceful, 'acme', subject)
  const { accessToken: token } = tokensOf(await exchange(graceful, first.code as string))
  const { body: account } = await get(graceful, '/users/me', token)
  const closed = await send(graceful, 'DELETE', `/users/${account.id}`, { token })
  assert.equal(closed.status, 202)

  const again = await signInWith(graceful, 'acme', subject)
  const { accessToken } = tokensOf(await exchange(graceful, again.code as string))
  const { body } = await get(graceful, `/users/${account.id}/events`, accessToken)
  const types = body.events.map(({ type }: { type: string }) => type)
  assert.ok(types.includes('account.deletion_cancelled'))
})
