import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post, send } from '../support/http.ts'
import { settle } from '../support/mailing.ts'
import { refresh, register, signIn, tokensOf } from '../support/people.ts'
import { alongCode } from '../support/proof.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { dumpRows } from '../support/rows.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  confirm,
  registerGuarded,
  settingsOf,
} from '../support/second-factor.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await sharedService()
const second = await startSecond(service)

test('a stolen access token alone sets nothing up, switches nothing off and renews nothing', async () => {
  const [ada, grace] = [await register(service), await registerGuarded(service)]
  await shiftRows(service, 14 * 60)
  const [stolen, guarded] = await Promise.all(
    [ada, grace].map(async ({ refreshToken }) => tokensOf(await refresh(service, refreshToken)).accessToken),
  )
  await shiftRows(service, 2 * 60)
  const code = { code: grace.backup[0], method: 'backup_code' }
  const answers = [
    await post(service, settingsOf(ada), {}, { token: stolen as string }),
    await send(service, 'DELETE', settingsOf(grace), { token: guarded as string, body: code }),
    await post(service, `${settingsOf(grace)}/backup-codes`, code, { token: guarded as string }),
  ]
  for (const { status, body } of answers)
    assert.deepEqual([status, body.code], [403, 'reauthentication_required'])
  tokensOf(
    await answerChallenge(
      service,
      await challengeFor(service, grace),
      grace.backup[0] as string,
      'backup_code',
    ),
  )
})

test('a session as fresh as can be adds no app without a second factor in the request', async () => {
  const person = await registerGuarded(service)
  const add = (body: object) =>
    post(service, `/users/${person.userId}/authenticators`, body, { token: person.accessToken })
  for (const alone of [{}, { password: person.password }]) {
    const { status, body } = await add(alone)
    assert.deepEqual([status, body.code], [403, 'factor_required'])
  }
  assert.equal((await add(alongCode(person))).status, 201)
})

test('a password alone, or a challenge, switches nothing off', async () => {
  const person = await registerGuarded(service)
  const remove = (token: string, body: object) => send(service, 'DELETE', settingsOf(person), { token, body })
  assert.equal((await remove(person.accessToken, { password: person.password })).status, 422)
  assertRefused(
    await remove(await challengeFor(service, person), { code: person.code() }),
    401,
    'unauthorized',
  )
})

test('starting again does not affect a working factor', async () => {
  const person = await registerGuarded(service)
  assertRefused(
    await post(service, settingsOf(person), {}, { token: person.accessToken }),
    400,
    'already_configured',
  )
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
})

test('a setup begun in one session cannot be confirmed in another, and ends with it', async () => {
  const person = await register(service)
  const other = { ...person, ...tokensOf(await signIn(service, person)) }
  const { code } = await begin(service, person)
  assertRefused(await confirm(service, other, code()), 400, 'not_started')
  assert.equal((await post(service, '/auth/logout', undefined, { token: person.accessToken })).status, 204)
  assertRefused(await confirm(service, other, code()), 400, 'not_started')
  assert.equal((await get(service, settingsOf(person), other.accessToken)).body.enabled, false)
})

test('clients cannot choose their own secret', async () => {
  const person = await register(service)
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const answer = await post(
    service,
    settingsOf(person),
    { secret, seed: secret },
    { token: person.accessToken },
  )
  assert.equal(answer.status, 201)
  assert.notEqual(answer.body.secret, secret)
})

test('another user’s id looks like an unknown one at every operation, and nothing of theirs changes', async () => {
  const [ada, eve] = [await registerGuarded(service), await registerGuarded(service)]
  const begun = await register(service)
  await begin(service, begun)
  const theirs = async () =>
    (await dumpRows(service))
      .split('\n')
      .filter((line) => line.includes(ada.userId) || line.includes(begun.userId))
  await settle(service.deps)
  const before = await theirs()
  const nobody = '018e0a5c-0000-7000-8000-000000000001'
  for (const userId of [ada.userId, begun.userId, nobody, ada.userId.toUpperCase(), 'Me']) {
    const token = eve.accessToken
    const path = settingsOf({ userId })
    const answers = [
      await get(service, path, token),
      await post(service, path, {}, { token }),
      await send(service, 'PATCH', path, { token, body: { code: ada.code() } }),
      await send(service, 'DELETE', path, { token, body: { code: ada.code() } }),
      await post(service, `${path}/backup-codes`, { code: ada.code() }, { token }),
    ]
    for (const answer of answers) assertRefused(answer, 404, 'not_found')
  }
  assert.deepEqual(await theirs(), before)
})

test('of fifty confirmations at the same moment, one returns codes, and those are the ones that count', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  // no more than the five free attempts are looked at, whichever way they end
  const request = {
    method: 'PATCH',
    path: settingsOf(person),
    token: person.accessToken,
    body: { code: code() },
  }
  const answers = await race([service, second], 50, () => request)
  const [confirmed, ...others] = answers.filter(({ status }) => status === 200)
  assert.ok(confirmed && others.length === 0, JSON.stringify(statusesOf(answers)))
  for (const { status, body } of answers) {
    if (status !== 200)
      assert.match(`${status} ${body.code}`, /^(400 already_configured|429 too_many_attempts)$/)
  }
  const backup: string[] = confirmed.body.backup
  tokensOf(
    await answerChallenge(service, await challengeFor(service, person), backup[9] as string, 'backup_code'),
  )
})

test('simultaneous renewals leave ten codes', async () => {
  // both codes must be judged before either renewal begins, which takes a few rounds to happen
  for (let round = 0; round < 8; round++) {
    const person = await registerGuarded(service)
    const answers = await race([service, second], 2, (n) => ({
      path: `${settingsOf(person)}/backup-codes`,
      token: person.accessToken,
      body: n === 0 ? { code: person.code() } : { code: person.backup[0], method: 'backup_code' },
    }))
    assert.ok((statusesOf(answers)[200] ?? 0) >= 1)
    const rows = await many(service.deps.db, sql`select from backup_codes where user_id = ${person.userId}`)
    assert.equal(rows.length, 10)
  }
})

test('anything but six ASCII digits as a string confirms nothing, and is not counted', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  const right = code()
  const bodies = [
    Number(right),
    [right],
    { code: right },
    null,
    true,
    '12345',
    '1234567',
    '',
    '-12345',
    '1e5000',
    ` ${right}`,
  ]
  for (const wrong of [...bodies, `${right}\n`, '٠١٢٣٤٥', undefined]) {
    assertRefused(await confirm(service, person, wrong), 400, 'invalid_code')
  }
  for (const body of ['[]', 'null', '5', `"${right}"`]) {
    const answer = await send(service, 'PATCH', settingsOf(person), { token: person.accessToken, body })
    assertRefused(answer, 400, 'invalid_code')
  }
  assert.equal((await confirm(service, person, right)).status, 200)
})
