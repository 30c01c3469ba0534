import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { challengeOf } from '../../src/flows/return/code.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { grants } from '../../src/flows/sign-in/grants/index.ts'
import { codeMailedTo, signInByEmailCode } from '../support/email-code.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { exchange, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  enrol,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { isPostgres, sharedService, startSecond, type TestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await sharedService()
const second = await startSecond(service)
const required = await startVariant(service, { config: { twoFactor: 'required' } })

const codeFor = async ({ userId }: Person) => {
  const [user] = await many<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${userId}`,
  )
  return issueCode(service.deps, {
    userId,
    epoch: user?.epoch as number,
    methods: ['acme'],
    codeChallenge: challengeOf('v'),
  })
}

/** For each grant: how it is asked, and that it proves a first factor only. */
const grantsAsked: Record<
  keyof typeof grants,
  ((person: Person, at: TestService) => Promise<Answer>) | 'proves both factors'
> = {
  password: (person, at) => signIn(at, person),
  oauth_code: async (person, at) => exchange(at, await codeFor(person), 'v'),
  email_code: async (person, at) => {
    // proven before: this code claims nothing
    await at.deps.db.run(sql`update emails set verified_at = now() where user_id = ${person.userId}`)
    const mailed = await startVariant(at, { config: { emailSignIn: true } })
    return signInByEmailCode(mailed, await codeMailedTo(mailed, person.email))
  },
  passkey: 'proves both factors',
  two_factor: 'proves both factors',
  // every session of such an account was opened, or raised, with both
  refresh_token: 'proves both factors',
}

for (const grant of Object.keys(grants) as (keyof typeof grants)[]) {
  const ask = grantsAsked[grant]
  if (ask === 'proves both factors') continue
  test(`${grant} alone never opens a session on an account with a second factor`, async () => {
    assert.ok(ask, `the grant ${grant} needs its row in this test`)
    const person = await registerGuarded(service)
    const answer = await ask(person, service)
    assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'])
    assert.doesNotMatch(answer.text, /sp_[ar]t_|@example/)
    const { body } = await get(service, `/users/${person.userId}/sessions`, person.accessToken)
    assert.equal(body.length, 1, 'no session but the one that confirmed')
    tokensOf(await answerChallenge(service, answer.body.challenge, person.code()))
  })

  test(`${grant} alone opens no session where every account needs a second factor`, async () => {
    const person = await register(service)
    const answer = await ask(person, required)
    assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_enrolment_required'])
    assert.doesNotMatch(answer.text, /sp_[ar]t_|@example/)
    const { body } = await get(service, `/users/${person.userId}/sessions`, person.accessToken)
    assert.equal(body.length, 1, 'no session but the one from before')
  })
}

test('a challenge works only for its own grant', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  for (const path of ['/users/me', `/users/${person.userId}/sessions`, settingsOf(person)]) {
    assertRefused(await get(service, path, challenge), 401, 'unauthorized')
  }
  assertRefused(await post(service, settingsOf(person), {}, { token: challenge }), 401, 'unauthorized')
  assertRefused(await refresh(service, challenge), 401, 'invalid_credentials')
  assertRefused(await exchange(service, challenge), 401, 'invalid_credentials')
})

test('a challenge lives five minutes', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  await shiftRows(service, 301)
  assertRefused(await answerChallenge(service, challenge, person.code()), 401, 'invalid_challenge')
})

test('a challenge works once', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  tokensOf(await answerChallenge(service, challenge, person.code()))
  assertRefused(await answerChallenge(service, challenge, person.code(1)), 401, 'invalid_challenge')
})

test('another user’s code does not answer a challenge', async () => {
  const [ada, eve] = [await registerGuarded(service), await registerGuarded(service)]
  const challenge = await challengeFor(service, ada)
  for (const [code, method] of [
    [eve.code(), 'totp'],
    [eve.backup[0] as string, 'backup_code'],
  ] as const) {
    const refused = await answerChallenge(service, challenge, code, method)
    assert.equal(refused.body.code, 'wrong_code')
  }
  // nor was anything of hers spent
  tokensOf(
    await answerChallenge(service, await challengeFor(service, eve), eve.backup[0] as string, 'backup_code'),
  )
})

test('a challenge spliced from two opens nothing for either', async () => {
  const people = [await registerGuarded(service), await registerGuarded(service)]
  const [one, other] = await Promise.all(
    people.map(async (person) => Buffer.from((await challengeFor(service, person)).slice(6), 'base64url')),
  )
  // 16 bytes of the user, 16 of the session, and the secret
  for (const cut of [16, 32, 48]) {
    const mixed = Buffer.concat([one!.subarray(0, cut), other!.subarray(cut)]).toString('base64url')
    for (const person of people) {
      assertRefused(await answerChallenge(service, `sp_ch_${mixed}`, person.code()), 401, 'invalid_challenge')
    }
  }
})

test('ending all sessions ends a challenge, which then checks, spends and counts no code', async () => {
  const person = await registerGuarded(service)
  const before = await challengeFor(service, person)
  await send(service, 'DELETE', `/users/${person.userId}/sessions`, { token: person.accessToken })
  const codes = [
    [wrongCode(person), 'totp'],
    [person.code(), 'totp'],
    [person.backup[0] as string, 'backup_code'],
  ] as const
  for (const [code, method] of codes)
    assertRefused(await answerChallenge(service, before, code, method), 401, 'invalid_challenge')
  const counted = sql`
    select from attempts
    where subject = ${subjectOf.user(person.userId)} and starts_with(kind, 'second factor')`
  assert.deepEqual(await many(service.deps.db, counted), [])
  for (const [code, method] of codes.slice(1))
    tokensOf(await answerChallenge(service, await challengeFor(service, person), code, method))
})

test('a challenge from before the second factor was switched off opens nothing', async () => {
  const person = await registerGuarded(service)
  const before = await challengeFor(service, person)
  const body = { code: person.backup[0], method: 'backup_code' }
  assert.equal(
    (await send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body })).status,
    204,
  )
  assertRefused(await answerChallenge(service, before, person.code()), 401, 'invalid_challenge')
})

test('replaying a code ends the challenge that it produced', async () => {
  const person = await registerGuarded(service)
  const code = await codeFor(person)
  const { challenge } = (await exchange(service, code, 'v')).body
  await shiftRows(service, 3)
  assertRefused(await exchange(service, code, 'v'), 401, 'invalid_credentials')
  assertRefused(await answerChallenge(service, challenge, person.code()), 401, 'invalid_challenge')
})

test('sessions and codes from before the activation open nothing after it', async () => {
  const person = await register(service)
  const other = tokensOf(await signIn(service, person))
  const code = await codeFor(person)
  const guarded = await enrol(service, person)
  assertRefused(await get(service, '/users/me', other.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(service, other.refreshToken), 401, 'invalid_credentials')
  const asked = await exchange(service, code, 'v')
  assert.equal(asked.status, 403)
  assertRefused(
    await answerChallenge(service, asked.body.challenge, guarded.code()),
    401,
    'invalid_challenge',
  )
})

test('sign-ins that race with the activation leave no session without the second factor', async () => {
  for (let round = 0; round < (isPostgres ? 5 : 2); round++) {
    const person = await register(service)
    const { code } = await begin(service, person)
    const confirmation = {
      method: 'PATCH',
      path: settingsOf(person),
      token: person.accessToken,
      body: { code: code() },
    }
    const { email, password } = person
    const answers = await race([service, second], 12, (n) =>
      n === 5 ? confirmation : { path: '/auth/token', body: { grant_type: 'password', email, password } },
    )
    assert.equal(answers[5]?.status, 200)
    const rows = sql`select methods from sessions where user_id = ${person.userId}`
    const sessions = await many<{ methods: string[] }>(service.deps.db, rows)
    assert.deepEqual(sessions, [{ methods: ['password', 'totp'] }])
  }
})
