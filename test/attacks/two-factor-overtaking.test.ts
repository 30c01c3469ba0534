import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Answer, get, post, send } from '../support/http.ts'
import { overtakenAt, overtakenBefore } from '../support/overtaken.ts'
import { type Person, register, signIn, tokensOf } from '../support/people.ts'
import { prove, proveFactor } from '../support/proof.ts'
import { assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  appOf,
  begin,
  challengeFor,
  confirm,
  type Guarded,
  registerGuarded,
  settingsOf,
} from '../support/second-factor.ts'
import { isCitus, isPostgres, sharedService, type TestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { until } from '../support/until.ts'

const service = await sharedService()
const { db } = service.deps

const overtakenBeforeCommit = (meanwhile: () => Promise<unknown>): Promise<TestService> =>
  overtakenBefore(service, meanwhile)

const switchOff = async (person: Guarded): Promise<void> => {
  const body = { code: person.backup[0], method: 'backup_code' }
  const answer = await send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body })
  assert.equal(answer.status, 204)
}

const assertSessions = async ({ userId }: Person, methods: string[][]): Promise<void> => {
  const rows = sql`select methods from sessions where user_id = ${userId} order by id`
  assert.deepEqual(
    (await many<{ methods: string[] }>(db, rows)).map((row) => row.methods),
    methods,
  )
}

const assertOff = async (person: Person): Promise<void> => {
  for (const table of ['totp_factors', 'backup_codes']) {
    const owner = {
      name: 'a test',
      parts: [`select from ${table} where user_id = '${person.userId}'`],
      values: [],
    }
    assert.deepEqual(await many(db, owner), [], table)
  }
}

const assertChallengeEnded = (answer: Answer) => assertRefused(answer, 401, 'invalid_challenge')

test('replacing a secret while its code is checked confirms neither', async () => {
  const person = await register(service)
  const before = await begin(service, person)
  let after = before
  const overtaken = await overtakenBeforeCommit(async () => {
    after = await begin(service, person)
  })
  assertRefused(await confirm(overtaken, person, before.code()), 400, 'not_started')
  await assertOff(person)
  assert.equal((await confirm(service, person, after.code())).status, 200)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), after.code(1)))
})

test('an enrolment that expires while its code is checked is not confirmed', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  const overtaken = await overtakenBeforeCommit(() => shiftRows(service, 601))
  assertRefused(await confirm(overtaken, person, code()), 400, 'not_started')
  await assertOff(person)
})

test('a start overtaken by a confirmation can never be confirmed', async () => {
  const person = await register(service)
  const owner = await begin(service, person)
  const overtaken = await overtakenBeforeCommit(() => confirm(service, person, owner.code()))
  const late = await post(overtaken, settingsOf(person), undefined, { token: person.accessToken })
  assertRefused(late, 401, 'unauthorized')
  assertRefused(await confirm(service, person, owner.code(2)), 400, 'already_configured')
  tokensOf(await answerChallenge(service, await challengeFor(service, person), owner.code(1)))
})

test('a session that ends during its confirmation switches nothing on', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  const overtaken = await overtakenBeforeCommit(() =>
    post(service, '/auth/logout', undefined, { token: person.accessToken }),
  )
  assertRefused(await confirm(overtaken, person, code()), 401, 'unauthorized')
  await assertOff(person)
  tokensOf(await signIn(service, person))
})

test('a password sign-in that found no second factor opens nothing once there is one', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  const overtaken = await overtakenBeforeCommit(() => confirm(service, person, code()))
  assertRefused(await signIn(overtaken, person), 401, 'invalid_credentials')
  await assertSessions(person, [['password', 'totp']])
})

test('pending proofs of both factors open nothing once two-factor is switched off', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const overtaken = await overtakenBeforeCommit(() => switchOff(person))
  assertChallengeEnded(await answerChallenge(overtaken, challenge, person.code()))
  await assertSessions(person, [['password', 'totp']])
})

test('a challenge spent by another right code opens nothing for the first', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const overtaken = await overtakenBeforeCommit(async () =>
    tokensOf(await answerChallenge(service, challenge, person.backup[0] as string, 'backup_code')),
  )
  assertChallengeEnded(await answerChallenge(overtaken, challenge, person.code()))
  await assertSessions(person, [
    ['password', 'totp'],
    ['password', 'backup_code'],
  ])
})

for (const [moment, overtake] of Object.entries({
  'before its try is taken': (expire: () => Promise<unknown>) =>
    overtakenAt(service, 'update challenges', expire),
  'while its code is looked at': overtakenBeforeCommit,
})) {
  test(`a challenge that expires ${moment} opens nothing`, async () => {
    const person = await registerGuarded(service)
    const challenge = await challengeFor(service, person)
    const overtaken = await overtake(() => shiftRows(service, 301))
    assertChallengeEnded(await answerChallenge(overtaken, challenge, person.code()))
    await assertSessions(person, [['password', 'totp']])
  })
}

test('the last try of a challenge is used once', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const overtaken = await overtakenAt(service, 'update challenges', () =>
    db.run(sql`update challenges set tries = 5 where user_id = ${person.userId}`),
  )
  assertChallengeEnded(await answerChallenge(overtaken, challenge, person.code()))
})

const replaceApp = async (person: Guarded) => {
  const { accessToken: token } = person
  await proveFactor(service, person)
  const path = '/users/me/authenticators'
  const [{ id }] = (await get(service, path, token)).body
  const along = { method: 'backup_code', code: person.backup.pop() }
  const begun = await post(service, path, { replaces: id, ...along }, { token })
  const app = appOf(service, begun.body.secret)
  const confirmed = await send(service, 'PATCH', path, { token, body: { code: app.code() } })
  assert.equal(confirmed.status, 200, confirmed.text)
  return app
}

test('a code being checked while the app is replaced does not affect the new app', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  let app = person as Pick<Guarded, 'code'>
  const overtaken = await overtakenBeforeCommit(async () => {
    app = await replaceApp(person)
  })
  const refused = await answerChallenge(overtaken, challenge, person.code(1))
  assert.deepEqual([refused.status, refused.body.code], [401, 'wrong_code'])
  tokensOf(await answerChallenge(service, await challengeFor(service, person), app.code(1)))
})

test('codes renewed while two-factor is switched off are neither shown nor stored', async () => {
  const person = await registerGuarded(service)
  const { accessToken: token } = person
  const overtaken = await overtakenBeforeCommit(() => switchOff(person))
  const renewal = { code: person.code() }
  const answer = await post(overtaken, `${settingsOf(person)}/backup-codes`, renewal, { token })
  assertRefused(answer, 400, 'not_configured')
  await assertOff(person)
  assert.equal((await get(service, settingsOf(person), token)).body.backupCodesLeft, 0)
})

test('a second switch-off at the same moment is answered with not_configured', async () => {
  const person = await registerGuarded(service)
  const overtaken = await overtakenBeforeCommit(() => switchOff(person))
  const body = { code: person.code() }
  const answer = await send(overtaken, 'DELETE', settingsOf(person), { token: person.accessToken, body })
  assertRefused(answer, 400, 'not_configured')
})

test('signing out everywhere while a code is being checked spends no code', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const overtaken = await overtakenBeforeCommit(() => endings['signing out everywhere'](person))
  assertChallengeEnded(await answerChallenge(overtaken, challenge, person.code()))
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
})

test('signing out everywhere before a try is counted checks no code', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const overtaken = await overtakenAt(service, 'update challenges', () =>
    endings['signing out everywhere'](person),
  )
  assertChallengeEnded(await answerChallenge(overtaken, challenge, person.code()))
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
})

/** Changes that take a code, as somebody who has one would ask for them. */
const codeChanges = {
  'renews the backup codes': (at: TestService, { code, accessToken: token, ...person }: Guarded) =>
    post(at, `${settingsOf(person)}/backup-codes`, { code: code() }, { token }),
  'switches two-factor off': (at: TestService, { code, accessToken: token, ...person }: Guarded) =>
    send(at, 'DELETE', settingsOf(person), { token, body: { code: code() } }),
}

/** What ends a session: with all others, which raises the epoch, and alone. */
const endings = {
  'signing out everywhere': ({ userId, accessToken: token }: Guarded) =>
    send(service, 'DELETE', `/users/${userId}/sessions`, { token }),
  'its own end': ({ accessToken: token }: Guarded) => post(service, '/auth/logout', undefined, { token }),
}

for (const [change, ask] of Object.entries(codeChanges)) {
  for (const [ending, end] of Object.entries(endings)) {
    test(`a session that ${change} and is overtaken by ${ending} changes nothing`, async () => {
      const person = await registerGuarded(service)
      const overtaken = await overtakenBeforeCommit(async () => {
        assert.equal((await end(person)).status, 204)
      })
      assertRefused(await ask(overtaken, person), 401, 'unauthorized')
      const challenge = await challengeFor(service, person)
      tokensOf(await answerChallenge(service, challenge, person.backup[0] as string, 'backup_code'))
      // what came to nothing spent no code
      tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
    })
  }
}

/** Puts a removal of the second factor off for long. */
const awaitRemoval = ({ userId }: Person) =>
  db.run(sql`
    insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
    values (${userId}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, now() + interval '1 day', 24)`)

const awaitsRemoval = async ({ userId }: Person): Promise<boolean> =>
  (await many(db, sql`select from two_factor_resets where user_id = ${userId}`)).length > 0

/** What proves both factors again. */
const codeProofs = {
  totp: (person: Guarded) => person.code(),
  backup_code: (person: Guarded) => person.backup[0] as string,
}

for (const [method, codeOf] of Object.entries(codeProofs)) {
  test(`a session that ends during its proof by ${method} spends nothing, and keeps no factor from its removal`, async () => {
    const person = await registerGuarded(service)
    await awaitRemoval(person)
    const overtaken = await overtakenBeforeCommit(() => endings['its own end'](person))
    const code = codeOf(person)
    assertRefused(await prove(overtaken, person, { method, code }), 401, 'unauthorized')
    assert.ok(await awaitsRemoval(person))
    tokensOf(await answerChallenge(service, await challengeFor(service, person), code, method))
    assert.ok(!(await awaitsRemoval(person)))
  })

  test(`a proof by ${method} overtaken by signing out everywhere spends nothing`, async () => {
    const person = await registerGuarded(service)
    const overtaken = await overtakenBeforeCommit(() => endings['signing out everywhere'](person))
    const code = codeOf(person)
    assertRefused(await prove(overtaken, person, { method, code }), 401, 'unauthorized')
    tokensOf(await answerChallenge(service, await challengeFor(service, person), code, method))
  })
}

test('a session that ends during its proof by password gets a 401', async () => {
  const person = await register(service)
  const overtaken = await overtakenAt(service, 'update sessions set authenticated_at', () =>
    post(service, '/auth/logout', undefined, { token: person.accessToken }),
  )
  const proof = { method: 'password', password: person.password }
  assertRefused(await prove(overtaken, person, proof), 401, 'unauthorized')
})

// the embedded database has one connection, and so no two transactions at once
test('a proof that races with signing out everywhere waits for it without a deadlock', {
  skip: !isPostgres,
}, async () => {
  const person = await registerGuarded(service)
  await awaitRemoval(person)
  const other = new pg.Client(service.environment.DATABASE_URL)
  after(() => other.end())
  await other.connect()
  // in the order in which all sessions end
  await other.query('begin')
  await other.query('select 1 from users where id = $1 for no key update', [person.userId])
  await other.query('delete from two_factor_resets where user_id = $1', [person.userId])
  const proving = prove(service, person, { method: 'totp', code: person.code() })
  const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  // with Citus, whoever waits does so on another server
  await (isCitus ? sleep(300) : until(async () => (await other.query(waiting)).rowCount))
  await other.query('delete from sessions where user_id = $1', [person.userId])
  await other.query('commit')
  assertRefused(await proving, 401, 'unauthorized')
})
