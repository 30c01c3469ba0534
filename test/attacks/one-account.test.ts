import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedAll } from '../support/feed.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { type Person, register, signIn, tokensOf } from '../support/people.ts'
import { race } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { enrol, type Guarded, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { sharedService, startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await sharedService()

const noticesTo = async ({ userId }: Person) => {
  await feedAll(service.deps)
  const rows = await many<{ notice: string }>(
    service.deps.db,
    sql`select notice from outbox where user_id = ${userId}`,
  )
  return rows.map(({ notice }) => notice)
}

const switchOff = ({ backup: [code], accessToken: token, ...person }: Guarded) =>
  send(service, 'DELETE', settingsOf(person), { token, body: { code, method: 'backup_code' } })

const changePassword = ({ userId, password, accessToken: token }: Person) =>
  send(service, 'PUT', `/users/${userId}/password`, {
    token,
    body: { currentPassword: password, password, passwordConfirmation: password },
  })

/** Does something until it is refused. @returns how often it was not */
const repeat = async (what: () => Promise<Answer>) => {
  for (let times = 0; times < 50; times++) {
    const answer = await what()
    if (answer.status < 400) continue
    assertRefused(answer, 429, 'too_many_attempts')
    assert.ok(Number(answer.headers.get('retry-after')) > 3_000)
    return times
  }
  assert.fail('nothing stops it')
}

test('switching two-factor on and off is limited, and other notices still arrive', async () => {
  const person = await register(service)
  const times = await repeat(async () => {
    const begun = await post(service, settingsOf(person), undefined, { token: person.accessToken })
    if (begun.status === 201) assert.equal((await switchOff(await enrol(service, person))).status, 204)
    return begun
  })
  // each time began two enrolments
  assert.equal(times, 10)
  assert.equal((await changePassword(person)).status, 204)
  const notices = await noticesTo(person)
  assert.ok(notices.includes('password-changed'), notices.join())
  await shiftRows(service, 3_601)
  const token = tokensOf(await signIn(service, person)).accessToken
  assert.equal((await post(service, settingsOf(person), undefined, { token })).status, 201)
})

test('the export includes the limited changes', async () => {
  const person = await registerGuarded(service)
  const { body } = await get(service, `/users/${person.userId}/export`, person.accessToken)
  const counted = body.attempts.find(({ kind }: { kind: string }) => kind === 'two-factor changes')
  assert.equal(counted.count, 1)
})

test('renewing backup codes is limited', async () => {
  const person = await registerGuarded(service)
  const path = `${settingsOf(person)}/backup-codes`
  let [code] = person.backup
  const times = await repeat(async () => {
    const body = { code, method: 'backup_code' }
    const renewed = await post(service, path, body, { token: person.accessToken })
    if (renewed.status === 200) code = renewed.body.backup[0]
    return renewed
  })
  assert.equal(times, 20)
  assert.equal((await switchOff({ ...person, backup: [code as string] })).status, 204)
})

test('changing a password is limited', async () => {
  const person = await register(service)
  assert.equal(await repeat(() => changePassword(person)), 20)
})

test('closing and keeping an account is limited', async () => {
  const person = await register(service)
  const path = `/users/${person.userId}`
  const times = await repeat(async () => {
    const token = tokensOf(await signIn(service, person)).accessToken
    return send(service, 'DELETE', path, { token })
  })
  assert.equal(times, 20)
})

test('signing in from ever new locations notifies the owner at most twenty times a day', async () => {
  const proxied = await startTestService({ TRUSTED_PROXIES: 'loopback', FAILURES_PER_ADDRESS: '0' })
  const at = (place: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${place}` } })
  const person = await register(proxied, at(1))
  await proxied.deps.db.run(sql`
    update emails set verified_at = now() where user_id = ${person.userId}`)
  await shiftRows(proxied, 3_600)
  for (let place = 2; place < 30; place++) tokensOf(await signIn(proxied, person, at(place)))
  await feedAll(proxied.deps)
  const told = await many(
    proxied.deps.db,
    sql`select from outbox where user_id = ${person.userId} and notice = 'new-sign-in'`,
  )
  assert.equal(told.length, 20)
})

test('a request that races with the deletion of its account gets a 401, never a 500', async () => {
  const atOnce = await startVariant(service, { config: { accountDeletionDays: 0 } })
  for (let round = 0; round < 10; round++) {
    const { userId, accessToken: token } = await register(service)
    const answers = await race(atOnce, 4, (index) =>
      index === 0
        ? { method: 'DELETE', path: `/users/${userId}`, token }
        : index % 2
          ? { path: `/users/${userId}/email/verification`, token }
          : { path: settingsOf({ userId }), token },
    )
    for (const { status, text } of answers)
      assert.ok([201, 202, 204, 401, 404, 429, 503].includes(status), `${status} ${text}`)
  }
})
