import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challengeOf } from '../../src/flows/return/code.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { feedAll } from '../support/feed.ts'
import { goingAway } from '../support/going-away.ts'
import { get, post } from '../support/http.ts'
import { exchange, refresh, register, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge, registerGuarded } from '../support/second-factor.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await sharedService()
const second = await startSecond(service)
const { userId } = await register(service)
const verifier = 'a verifier of the client that has forty-three characters or more'

const newCode = (codeChallenge?: string) => newCodeOf(userId, codeChallenge)

const newCodeOf = async (userId: string, codeChallenge?: string) => {
  const user = await first<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${userId}`,
  )
  return issueCode(service.deps, { userId, epoch: user!.epoch, methods: ['github'], codeChallenge })
}

/** What replays have left behind: events, mails to the owner, and sign-ins under way that were cancelled. */
const footprint = async (of = userId) => {
  await feedAll(service.deps)
  const row = await first<{ events: number; mails: number; epoch: number }>(
    service.deps.db,
    sql`
      select
        (select count(*)::integer from events where user_id = ${of} and type = 'oauth_code.replayed') as events,
        (select count(*)::integer from outbox where queue = ${of} and message = 'notice') as mails,
        epoch
      from users
      where id = ${of}`,
  )
  return row!
}

const assertAlive = async ({ accessToken }: { accessToken: string }) =>
  assert.equal((await get(service, '/users/me', accessToken)).status, 200)

test('of fifty simultaneous exchanges of one code, one gets a pair, and keeps it', async () => {
  const code = await newCode()
  const answers = await race([service, second], 50, () => ({
    path: '/auth/token',
    body: { grant_type: 'oauth_code', code },
  }))
  assert.deepEqual(statusesOf(answers), { 200: 1, 401: 49 })
  await assertAlive(tokensOf(answers.find(({ status }) => status === 200)!))
})

test('a code replayed later ends the session that it had opened, refreshed or not', async () => {
  const code = await newCode()
  const tokens = tokensOf(await exchange(service, code))
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  await assertAlive(tokens)
  const next = tokensOf(await refresh(service, tokens.refreshToken))
  await shiftRows(service, 3)
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  for (const { accessToken, refreshToken } of [tokens, next]) {
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
    assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  }
})

test('a code replayed after its minute ends that session too', async () => {
  const code = await newCode()
  const tokens = tokensOf(await exchange(service, code))
  await shiftRows(service, 300)
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  assertRefused(await get(service, '/users/me', tokens.accessToken), 401, 'unauthorized')
})

test('fifty replays at the same moment, and later ones, have one effect', async () => {
  const code = await newCode()
  tokensOf(await exchange(service, code))
  await shiftRows(service, 3)
  const before = await footprint()
  const replay = () => ({ path: '/auth/token', body: { grant_type: 'oauth_code', code } })
  const answers = await race([service, second], 50, replay)
  for (let times = 0; times < 3; times++) answers.push(await exchange(service, code))
  for (const answer of answers) assertRefused(answer, 401, 'invalid_credentials')
  const now = await footprint()
  assert.deepEqual(
    { events: now.events - before.events, mails: now.mails - before.mails, epoch: now.epoch - before.epoch },
    { events: 1, mails: 1, epoch: 1 },
  )
})

test('a replay ends only the session that its code had opened', async () => {
  const code = await newCode()
  await exchange(service, code)
  const tokens = tokensOf(await exchange(service, await newCode()))
  await shiftRows(service, 3)
  await exchange(service, code)
  await assertAlive(tokens)
})

test('a code requested with a challenge needs its verifier, and a wrong one does not spend it', async () => {
  const code = await newCode(challengeOf(verifier))
  const wrong = [undefined, '', 'x', `${verifier} `, verifier.toUpperCase(), challengeOf(verifier)]
  for (const other of wrong) {
    assertRefused(await exchange(service, code, other), 401, 'invalid_credentials')
  }
  await assertAlive(tokensOf(await exchange(service, code, verifier)))
})

test('without the verifier, a replay cannot end the session either', async () => {
  const code = await newCode(challengeOf(verifier))
  const tokens = tokensOf(await exchange(service, code, verifier))
  await shiftRows(service, 3)
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  assertRefused(await exchange(service, code, 'another'), 401, 'invalid_credentials')
  await assertAlive(tokens)
})

test('a code without a challenge is refused if a verifier is sent', async () => {
  const code = await newCode()
  for (const other of [verifier, '', 'x']) {
    assertRefused(await exchange(service, code, other), 401, 'invalid_credentials')
  }
  tokensOf(await exchange(service, code))
})

test('the plain method is not supported: the challenge itself is no verifier', async () => {
  const code = await newCode(verifier)
  assertRefused(await exchange(service, code, verifier), 401, 'invalid_credentials')
  const named = { grant_type: 'oauth_code', code, code_verifier: verifier, code_challenge_method: 'plain' }
  assertRefused(await post(service, '/auth/token', named), 401, 'invalid_credentials')
})

test('a null verifier counts as missing', async () => {
  const code = await newCode(challengeOf(verifier))
  const answer = await post(service, '/auth/token', { grant_type: 'oauth_code', code, code_verifier: null })
  assertRefused(answer, 401, 'invalid_credentials')
})

test('of fifty simultaneous exchanges of a code that needs a second factor, one gets a challenge', async () => {
  const guarded = await registerGuarded(service)
  const code = await newCodeOf(guarded.userId)
  const answers = await race([service, second], 50, () => ({
    path: '/auth/token',
    body: { grant_type: 'oauth_code', code },
  }))
  assert.deepEqual(statusesOf(answers), { 403: 1, 401: 49 })
  const { challenge } = answers.find(({ status }) => status === 403)!.body
  tokensOf(await answerChallenge(service, challenge, guarded.code()))
})

test('a code whose session was undone by an outage is not treated as stolen, and works again', async () => {
  const code = await newCode()
  const before = await footprint()
  assertRefused(await exchange(await goingAway(service), code), 503, 'unavailable')
  await shiftRows(service, 3)
  await assertAlive(tokensOf(await exchange(service, code)))
  assert.deepEqual(await footprint(), before)
})

test('a code whose second step was undone by an outage is not treated as stolen until a step is pending', async () => {
  const guarded = await registerGuarded(service)
  const code = await newCodeOf(guarded.userId)
  const before = await footprint(guarded.userId)
  assertRefused(await exchange(await goingAway(service), code), 503, 'unavailable')
  await shiftRows(service, 3)
  const { body } = await exchange(service, code)
  assert.equal(body.code, 'two_factor_required')
  assert.deepEqual(await footprint(guarded.userId), before)

  await shiftRows(service, 3)
  assertRefused(await exchange(service, code), 401, 'invalid_credentials')
  const { events, mails, epoch } = await footprint(guarded.userId)
  assert.deepEqual([events, mails, epoch], [before.events + 1, before.mails + 1, before.epoch + 1])
  const late = await answerChallenge(service, body.challenge, guarded.code())
  assertRefused(late, 401, 'invalid_challenge')
})
