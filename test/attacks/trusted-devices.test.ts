import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { changeEmail } from '../support/address-change.ts'
import { counted } from '../support/counted.ts'
import { startHeld } from '../support/held.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { addPasskey, passkeysOf } from '../support/passkeys.ts'
import { type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { alongCode, proveFactor } from '../support/proof.ts'
import { raceComingBack, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { appOf, enrol, type Guarded, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { devicesOf, deviceTokenIn, signInOn, trusted } from '../support/trusted-devices.ts'
import { startVariant } from '../support/variant.ts'

const settings = { SIGN_INS_PER_ADDRESS: '0', FAILURES_PER_ADDRESS: '0' }
const service = await startMailing(settings)
const second = await startSecond(service, { PORT: '0' })
const nodes = [service, second]
const newPassword = 'a password that is new'

const rowsOf = ({ userId }: Pick<Person, 'userId'>) =>
  many<{ id: string; generation: number }>(
    service.deps.db,
    sql`select id, generation from trusted_devices where user_id = ${userId}`,
  )

const thefts = async ({ userId }: Person) =>
  (
    await many(
      service.deps.db,
      sql`select from events where user_id = ${userId} and type = 'trusted_device.reuse_detected'`,
    )
  ).length

const assertStep = (answer: Answer) =>
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'], answer.text)

test('a stolen device token alone opens nothing', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  assertRefused(await get(service, '/users/me', token), 401, 'unauthorized')
  assertRefused(await refresh(service, token), 401, 'invalid_credentials')
  const code = person.code()
  for (const challenge of [token, token.replace('sp_dt_', 'sp_ch_')]) {
    const body = { grant_type: 'two_factor', challenge, method: 'totp', code }
    assertRefused(await post(service, '/auth/token', body), 401, 'invalid_challenge')
  }
  for (const grant of [
    { grant_type: 'oauth_code', code: token },
    { grant_type: 'password', email: person.email, password: 'not the password', deviceToken: token },
  ])
    assertRefused(await post(service, '/auth/token', grant), 401, 'invalid_credentials')
  const { headers } = await get(service, '/account', token)
  assert.equal(headers.get('location')?.startsWith('/account/sign-in'), true)
})

test('the tokens of a session are none of a device', async () => {
  const person = await registerGuarded(service)
  const { accessToken, refreshToken } = tokensOf(
    await signInOn(service, person, await trusted(service, person)),
  )
  for (const token of [accessToken, refreshToken])
    assertStep(await signInOn(service, person, `sp_dt_${token.slice('sp_at_'.length)}`))
})

test('a token of somebody else’s device is worth as much as none: the same answer, and the same statements', async () => {
  const { work, parts } = counted(service.deps)
  const watched = await startVariant(service, parts)
  const [person, other] = [await registerGuarded(service), await registerGuarded(service)]
  const token = await trusted(service, other)
  const seen: object[] = []
  for (const deviceToken of [undefined, token, 'sp_dt_none']) {
    work.reset()
    const answer = await signInOn(watched, person, deviceToken)
    assertStep(answer)
    const { challenge, expiresAt, ...told } = answer.body
    seen.push({
      told,
      lengths: [challenge, expiresAt].map(({ length }) => length),
      statements: work.statements.toSorted(),
    })
  }
  assert.deepEqual(seen[1], seen[0])
  assert.deepEqual(seen[2], seen[0])
  // and it still works where it belongs
  deviceTokenIn(await signInOn(service, other, token))
})

test('fifty sign-ins at the same moment on one device use its token once, and get one and the same next', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const patient = await Promise.all(
    nodes.map((node) => startVariant(node, { config: { refreshRetrySeconds: 300 } })),
  )
  const answers = await fiftyOn(patient, person, token)
  assert.deepEqual(statusesOf(answers), { 200: 50 })
  assert.equal(new Set(answers.map(({ body }) => body.deviceToken)).size, 1)
  assert.deepEqual(
    (await rowsOf(person)).map(({ generation }) => generation),
    [1],
  )
  assert.equal(await thefts(person), 0)
  deviceTokenIn(await signInOn(patient[0]!, person, answers[0]!.body.deviceToken))
})

/** Fifty sign-ins at the same moment, each by a code of its own: no hash slows them down. */
const fiftyOn = async (services: { address: string }[], { userId }: Person, deviceToken: string) => {
  const [row] = await many<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${userId}`,
  )
  const proof = { userId, epoch: row!.epoch, methods: ['acme'] }
  const codes = await Promise.all(Array.from({ length: 50 }, () => issueCode(service.deps, proof)))
  return raceComingBack(services, 50, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'oauth_code', code: codes[index], deviceToken },
  }))
}

test('without a retry window, one of fifty skips the second step, and the device is forgotten', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const strict = await Promise.all(
    nodes.map((node) => startVariant(node, { config: { refreshRetrySeconds: 0 } })),
  )
  const answers = await fiftyOn(strict, person, token)
  assert.deepEqual(statusesOf(answers), { 200: 1, 403: 49 })
  assert.equal(await thefts(person), 1)
  assert.deepEqual(await rowsOf(person), [])
})

test('an answer that was lost can be had again, and only for as long as a refresh', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const patient = await startVariant(service, { config: { refreshRetrySeconds: 300 } })
  const next = deviceTokenIn(await signInOn(patient, person, token))
  await shiftRows(service, 60)
  assert.equal(deviceTokenIn(await signInOn(patient, person, token)), next)
  // which starts no window anew
  await shiftRows(service, 300)
  assertStep(await signInOn(patient, person, token))
  assert.equal(await thefts(person), 1)
})

test('a clock that goes back opens no window anew', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  deviceTokenIn(await signInOn(service, person, token))
  await shiftRows(service, -3_600)
  assertStep(await signInOn(service, person, token))
  await shiftRows(service, 3_600)
  assert.equal(await thefts(person), 1)
})

test('where a second factor has to be set up, no device takes its place', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const { userId } = person
  // as if its rows were lost
  await service.deps.db.run(sql`delete from totp_factors where user_id = ${userId}`)
  await service.deps.db.run(sql`delete from backup_codes where user_id = ${userId}`)
  const strict = await startVariant(service, { config: { twoFactor: 'required' } })
  const answer = await signInOn(strict, person, token)
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_enrolment_required'])
})

test('a used token is theft: the device is forgotten, and both it and the thief take the second step', async () => {
  const person = await registerGuarded(service)
  const other = await trusted(service, person)
  const stolen = await trusted(service, person)
  const next = deviceTokenIn(await signInOn(service, person, stolen))
  await shiftRows(service, 600)
  const answers = await fiftyOn(nodes, person, stolen)
  assert.deepEqual(statusesOf(answers), { 403: 50 })
  assert.equal(await thefts(person), 1)
  assertStep(await signInOn(service, person, next))
  assert.match((await nextMail(service, person.email, 'no longer trusted')).text, /as if it had been copied/)
  // no other device pays for it
  deviceTokenIn(await signInOn(service, person, other))
})

test('a token from before the last is theft even at once', async () => {
  const person = await registerGuarded(service)
  const first = await trusted(service, person)
  const third = deviceTokenIn(
    await signInOn(service, person, deviceTokenIn(await signInOn(service, person, first))),
  )
  assertStep(await signInOn(service, person, first))
  assertStep(await signInOn(service, person, third))
  assert.equal(await thefts(person), 1)
})

test('what somebody makes up as an older token of a device ends nothing', async () => {
  const person = await registerGuarded(service)
  const token = deviceTokenIn(await signInOn(service, person, await trusted(service, person)))
  const raw = Buffer.from(token.slice(6, -6), 'base64url')
  raw.writeUInt32BE(0, 34)
  const { crc32 } = await import('node:zlib')
  const summed = `sp_dt_${raw.toString('base64url')}`
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(summed))
  assertStep(await signInOn(service, person, summed + check.toString('base64url')))
  assert.equal(await thefts(person), 0)
  deviceTokenIn(await signInOn(service, person, token))
})

/** The service, where a sign-in waits once its device was looked at. */
const startLooking = () => {
  let isLookedAt = false
  return startHeld(service, (text) => {
    isLookedAt ||= text.includes('from trusted_devices')
    return isLookedAt && text === 'begin'
  })
}

test('of two thieves at the same moment, one is told', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  deviceTokenIn(await signInOn(service, person, token))
  await shiftRows(service, 600)
  const { held, reached, goOn } = await startLooking()
  const first = signInOn(held, person, token)
  await reached
  assertStep(await signInOn(service, person, token))
  goOn()
  assertStep(await first)
  assert.equal(await thefts(person), 1)
})

test('a device that is ended while somebody signs in on it skips nothing', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const { held, reached, goOn } = await startLooking()
  const signing = signInOn(held, person, token)
  await reached
  const path = devicesOf(person)
  assert.equal((await send(service, 'DELETE', path, { token: person.accessToken })).status, 204)
  goOn()
  assertStep(await signing)
})

/** What ends the trust in every device, each done by its owner, or by an operator. */
const endings: Record<string, (person: Guarded) => Promise<unknown>> = {
  'signing out everywhere': async ({ userId, accessToken: token }) =>
    assertDone(await send(service, 'DELETE', `/users/${userId}/sessions`, { token })),
  'a change of the password': async (person) => {
    await proveFactor(service, person)
    const { password: currentPassword, accessToken: token } = person
    const body = { currentPassword, password: newPassword, passwordConfirmation: newPassword }
    assertDone(await send(service, 'PUT', `/users/${person.userId}/password`, { token, body }))
    person.password = newPassword
  },
  'a reset of the password': async (person) => {
    // otherwise it would be a claim
    await verify(person)
    assertDone(await reset(service, await resetToken(service, person.email), newPassword))
    person.password = newPassword
  },
  'another authenticator app': addApp,
  'an app in the place of another': async (person) => {
    const [{ id }] = (await get(service, appsOf(person), person.accessToken)).body
    await addApp(person, { replaces: id })
  },
  'the removal of an app': async (person) => {
    const id = await addApp(person)
    // trusted since, by somebody with a code of either
    await trustAgain(person)
    await proveFactor(service, person)
    const { accessToken: token } = person
    assertDone(await send(service, 'DELETE', `${appsOf(person)}/${id}`, { token }))
  },
  'a passkey that becomes a second factor': (person) =>
    addPasskey(service, person, { asSecondFactor: true, along: alongCode(person) }),
  'a passkey that is a second factor from now on': async (person) => {
    const { added } = await addPasskey(service, person, { along: alongCode(person) })
    await trustAgain(person)
    await change(person, added.id, { asSecondFactor: true })
  },
  'a passkey that is none any more': async (person) => {
    const { added } = await addPasskey(service, person, { along: alongCode(person) })
    await change(person, added.id, { asSecondFactor: true })
    await trustAgain(person)
    await change(person, added.id, { asSecondFactor: false })
  },
  'the removal of a passkey': async (person) => {
    const { added } = await addPasskey(service, person, { along: alongCode(person) })
    await trustAgain(person)
    const { accessToken: token } = person
    const path = `${passkeysOf(person)}/${added.id}`
    assertDone(await send(service, 'DELETE', path, { token, body: alongCode(person) }))
  },
  'new backup codes': async (person) => {
    const { accessToken: token } = person
    const path = `${settingsOf(person)}/backup-codes`
    const answer = await post(service, path, alongCode(person), { token })
    assert.equal(answer.status, 200, answer.text)
  },
  'an account that is blocked, and unblocked': async ({ userId }) => {
    const { ask } = await newOperator(service, 'users:write')
    assertDone(await ask('PUT', `/users/${userId}/disabled`, { reason }))
    assertDone(await ask('DELETE', `/users/${userId}/disabled`, { reason }))
  },
  'an operator who ends all sessions': async ({ userId }) => {
    const { ask } = await newOperator(service, 'users:write')
    assertDone(await ask('DELETE', `/users/${userId}/sessions`, { reason }))
  },
}

function assertDone(answer: Answer) {
  assert.ok([200, 204].includes(answer.status), `${answer.status} ${answer.text}`)
}

const reason = 'a test'

const verify = ({ userId }: Person) =>
  service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${userId}`)

const tokens = new Map<string, string>()

const trustAgain = async (person: Guarded) => tokens.set(person.userId, await trusted(service, person))

const appsOf = ({ userId }: Person) => `/users/${userId}/authenticators`

async function addApp(person: Guarded, more: object = {}): Promise<string> {
  const { accessToken: token } = person
  const begun = await post(service, appsOf(person), { name: 'new', ...more, ...alongCode(person) }, { token })
  assert.equal(begun.status, 201, begun.text)
  const app = appOf(service, begun.body.secret)
  const added = await send(service, 'PATCH', appsOf(person), { token, body: { code: app.code() } })
  assert.ok(added.status < 300, added.text)
  service.clock.nowMs += 30_000
  if ('replaces' in more) person.code = app.code
  return added.body.id
}

const change = async (person: Guarded, id: string, body: object) => {
  const { accessToken: token } = person
  const path = `${passkeysOf(person)}/${id}`
  assertDone(await send(service, 'PATCH', path, { token, body: { ...body, ...alongCode(person) } }))
}

for (const [what, end] of Object.entries(endings))
  test(`no device is trusted after ${what}`, async () => {
    const person = await registerGuarded(service)
    await trustAgain(person)
    await end(person)
    assertStep(await signInOn(service, person, tokens.get(person.userId)))
    // and one that is trusted afterwards, by the factor that there is now, is
    deviceTokenIn(await signInOn(service, person, await trusted(service, person)))
  })

test('two-factor that is turned off and on again trusts no device of before, and keeps no row of it', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const body = { password: person.password, ...alongCode(person) }
  assertDone(await send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body }))
  assert.deepEqual(await rowsOf(person), [])
  const again = await enrol(service, person)
  assertStep(await signInOn(service, again, token))
})

test('a device trusted before the owner of the mailbox came is gone with everything planted', async () => {
  const planter = await registerGuarded(service)
  const token = await trusted(service, planter)
  assertDone(await reset(service, await resetToken(service, planter.email), newPassword))
  assert.deepEqual(await rowsOf(planter), [])
  const owner = { ...planter, password: newPassword }
  const answer = await signInOn(service, { ...owner, email: planter.email }, token)
  assert.deepEqual(Object.keys(answer.body), ['accessToken', 'refreshToken'])
  const guarded = await enrol(service, { ...owner, ...tokensOf(answer) })
  assertStep(await signInOn(service, guarded, token))
})

test('a device trusted by whoever changed the address is gone with the undone change', async () => {
  const registered = await register(service)
  const link = tokenIn(await nextMail(service, registered.email, 'Confirm'))
  assertDone(await post(service, '/auth/email/verify', { token: link }))
  const person = await enrol(service, registered)
  const token = await trusted(service, person)
  await proveFactor(service, person)
  const { undoToken } = await changeEmail(service, person)
  const later = await trusted(service, { ...person, email: await emailOf(person) })
  const body = { token: undoToken, password: newPassword, passwordConfirmation: newPassword }
  assertDone(await post(service, '/auth/email/undo', body))
  assert.deepEqual(await rowsOf(person), [])
  for (const one of [token, later])
    assertStep(await signInOn(service, { ...person, password: newPassword }, one))
})

const emailOf = async ({ accessToken }: Person): Promise<string> =>
  (await get(service, '/users/me', accessToken)).body.email

test('a device that is trusted neither proves the second factor nor stops its removal', async () => {
  const person = await registerGuarded(service)
  await verify(person)
  const token = await trusted(service, person)
  const challenge = (await signIn(service, person)).body.challenge
  assert.equal((await post(service, '/auth/two-factor/reset', { challenge })).status, 202)
  const link = tokenIn(await nextMail(service, person.email, 'Confirm the removal'))
  assert.equal((await post(service, '/auth/two-factor/reset/confirm', { token: link })).status, 202)
  deviceTokenIn(await signInOn(service, person, token))
  const waiting = await get(service, settingsOf(person), person.accessToken)
  assert.notEqual(waiting.body.removesAt, null)
})

test('no token of a device is stored', async () => {
  const person = await registerGuarded(service)
  const token = await trusted(service, person)
  const [{ row }] = (await many<{ row: string }>(
    service.deps.db,
    sql`select to_jsonb(trusted_devices)::text as row from trusted_devices where user_id = ${person.userId}`,
  )) as [{ row: string }]
  const raw = Buffer.from(token.slice(6, -6), 'base64url')
  assert.ok(!row.includes(raw.subarray(38).toString('hex')))
  assert.ok(!service.logs.some((line) => line.includes(token)))
})
