import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { get, post, send } from '../support/http.ts'
import { mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { dumpRows } from '../support/rows.ts'
import { answerChallenge, challengeFor, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { beginReset, pass, resetTokenFor, waitingReset } from '../support/two-factor-reset.ts'

const service = await startMailing()
const nodes = [service, await startSecond(service)]
const newPassword = 'a password that is new'

const guard = async () => {
  const person = await registerGuarded(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
  await mailsTo(service, person.email)
  return person
}

test('the mailbox alone replaces the password, but the second factor is still required', async () => {
  const person = await guard()
  const answer = await reset(service, await resetToken(service, person.email), newPassword)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  const refused = await signIn(service, { ...person, password: newPassword })
  assert.equal(refused.status, 403)
  assert.deepEqual(Object.keys(refused.body).sort(), ['challenge', 'code', 'expiresAt', 'message', 'methods'])
  // nor is there a way to enrol another app without a session
  assertRefused(await post(service, settingsOf(person)), 401, 'unauthorized')
  const challenge = await challengeFor(service, { ...person, password: newPassword })
  assertRefused(await post(service, settingsOf(person), undefined, { token: challenge }), 401, 'unauthorized')
  tokensOf(await answerChallenge(service, challenge, person.code()))
})

test('the password alone can send emails, but removes nothing', async () => {
  const person = await guard()
  await resetTokenFor(service, person)
  for (let day = 0; day < 10; day++) await pass(service, 24)
  assert.equal((await signIn(service, person)).status, 403)
})

test('a link begins a single waiting period, even fifty times at the same moment', async () => {
  const person = await guard()
  const token = await resetTokenFor(service, person)
  const answers = await race(nodes, 50, () => ({ path: '/auth/two-factor/reset/confirm', body: { token } }))
  assert.deepEqual(statusesOf(answers), { 202: 1, 401: 49 })
  assert.equal((await mailsTo(service, person.email)).length, 1)
})

test('when a stop races with a removal, one of them happens, and both answers agree', async () => {
  for (let round = 0; round < 10; round++) {
    const person = await guard()
    const token = await waitingReset(service, person)
    await service.deps.db.run(
      sql`update two_factor_resets set next_at = now() - interval '1 millisecond', hours_left = 0`,
    )
    const [answers] = await Promise.all([
      race(nodes, 10, () => ({ path: '/auth/two-factor/reset/cancel', body: { token } })),
      new Promise((resolve) => setTimeout(resolve, 45 + round)).then(() => runJobs(service.deps, jobs)),
    ])
    const stops = statusesOf(answers)[204] ?? 0
    assert.ok(stops <= 1)
    assert.equal((await signIn(service, person)).status, stops === 1 ? 403 : 200)
  }
})

test('accounts without a second factor and unknown ones are indistinguishable here', async () => {
  const person = await register(service)
  for (const challenge of ['', 'sp_ch_', person.accessToken, `sp_ch_${'A'.repeat(86)}`])
    assertRefused(await post(service, '/auth/two-factor/reset', { challenge }), 401, 'invalid_challenge')
  for (const token of ['', '0', 'null', 'sp_tr_', `sp_tr_${'A'.repeat(64)}`])
    for (const path of ['confirm', 'cancel'])
      assertRefused(
        await post(service, `/auth/two-factor/reset/${path}`, { token }),
        401,
        'invalid_credentials',
      )
})

test('a challenge from before the end of all sessions stops no later removal', async () => {
  const person = await guard()
  const before = await challengeFor(service, person)
  const { accessToken: token } = person
  assert.equal((await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token })).status, 204)
  await waitingReset(service, person)
  assertRefused(await answerChallenge(service, before, person.code()), 401, 'invalid_challenge')
  for (let day = 0; day < 3; day++) await pass(service, 24)
  tokensOf(await signIn(service, person))
})

test('ending all sessions stops no removal, whether pending or only requested by email', async () => {
  for (const isWaiting of [true, false]) {
    const person = await guard()
    const { userId, accessToken: token } = person
    const link = await resetTokenFor(service, person)
    const begin = async () => assert.equal((await beginReset(service, link)).status, 202)
    if (isWaiting) await begin()
    assert.equal((await send(service, 'DELETE', `/users/${userId}/sessions`, { token })).status, 204)
    if (!isWaiting) await begin()
    for (const hours of [24, 24, 24]) await pass(service, hours)
    tokensOf(await signIn(service, person))
  }
})

test('the token that stops a removal is only in the email', async () => {
  const person = await guard()
  const token = await waitingReset(service, person)
  const rows = await dumpRows(service)
  const secret = Buffer.from(token.slice(6), 'base64url').subarray(16)
  for (const form of [token, secret.toString('hex'), secret.toString('base64')])
    assert.ok(!rows.includes(form) && !service.logs.join().includes(form))
})

test('after the removal no earlier session continues', async () => {
  const person = await guard()
  await waitingReset(service, person)
  for (const hours of [24, 24, 24]) await pass(service, hours)
  assertRefused(await get(service, '/users/me', person.accessToken), 401, 'unauthorized')
  assert.ok(tokenIn(await nextMail(service, person.email, 'will be removed in')))
  tokensOf(await signIn(service, person))
})
