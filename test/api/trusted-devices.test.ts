import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActiveToken, Session } from '../../contract/wire.ts'
import { parseConfig } from '../../src/config/config.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { get, post, send } from '../support/http.ts'
import { mailsTo, startMailing } from '../support/mailing.ts'
import { newEmail, type Person, register, type Tokens, tokensOf } from '../support/people.ts'
import { prove } from '../support/proof.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { challengeFor, enrol, registerGuarded } from '../support/second-factor.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import {
  devicesOf,
  deviceTokenIn,
  listDevices,
  signInOn,
  trustDevice,
  trusted,
} from '../support/trusted-devices.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing({ TRUSTED_PROXIES: 'loopback', SIGN_INS_PER_ADDRESS: '0' })
const key = await newServiceKey(service)
const day = 86_400

const sessionOf = async ({ accessToken }: Tokens): Promise<Session> =>
  (await get(service, '/users/me/sessions', accessToken)).body.find(({ current }: Session) => current)

const introspect = async ({ accessToken }: Tokens): Promise<ActiveToken> =>
  (await post(service, '/auth/introspect', { token: accessToken }, { token: key.key })).body

const eventsOf = ({ userId }: Pick<Person, 'userId'>, type: string) =>
  many<{ detail: Record<string, unknown> }>(
    service.deps.db,
    sql`select detail from events where user_id = ${userId} and type = ${type} order by id`,
  )

test('a device that is trusted skips the second step, and gets another token each time', async () => {
  const person = await registerGuarded(service)
  const first = await trusted(service, person)
  const answer = await signInOn(service, person, first)
  const second = deviceTokenIn(answer)
  assert.notEqual(second, first)
  assert.deepEqual((await sessionOf(tokensOf(answer))).methods, ['password', 'trusted_device'])
  const third = deviceTokenIn(await signInOn(service, person, second))
  assert.ok(![first, second].includes(third))
  // without it, the second step is asked for as ever
  await challengeFor(service, person)
})

test('no device is trusted unless its owner says so', async () => {
  const person = await registerGuarded(service)
  for (const trust of [false, undefined, null]) {
    const answer = await trustDevice(service, person, { trust })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(Object.keys(answer.body), ['accessToken', 'refreshToken'])
  }
  assert.deepEqual(await listDevices(service, person), [])
  assertFieldErrors(await trustDevice(service, person, { trust: 'true' }), { trustDevice: 'boolean' })
})

test('the code of a provider takes the token, too, and a token that is none changes nothing', async () => {
  const person = await registerGuarded(service)
  const deviceToken = await trusted(service, person)
  const [{ epoch }] = (await many<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${person.userId}`,
  )) as [{ epoch: number }]
  const proof = { userId: person.userId, epoch, methods: ['acme'] }
  const withCode = async (body: object) =>
    post(service, '/auth/token', {
      grant_type: 'oauth_code',
      code: await issueCode(service.deps, proof),
      ...body,
    })
  for (const none of [
    undefined,
    null,
    '',
    'sp_dt_',
    `${deviceToken}x`,
    person.accessToken,
    person.refreshToken,
  ]) {
    const answer = await withCode({ deviceToken: none })
    assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'], `${none}`)
  }
  const answer = await withCode({ deviceToken })
  deviceTokenIn(answer)
  assert.deepEqual((await sessionOf(tokensOf(answer))).methods, ['acme', 'trusted_device'])
  assertFieldErrors(await withCode({ deviceToken: 1 }), { deviceToken: 'string' })
})

test('an account without a second factor has no use for it', async () => {
  const person = await register(service)
  const answer = await signInOn(service, person, await trusted(service, await registerGuarded(service)))
  assert.deepEqual(Object.keys(answer.body), ['accessToken', 'refreshToken'])
  assert.deepEqual((await sessionOf(tokensOf(answer))).methods, ['password'])
})

test('other services see one factor, and how old the second is', async () => {
  const person = await registerGuarded(service)
  const deviceToken = await trusted(service, person)
  const [device] = await listDevices(service, person)
  await shiftRows(service, 5 * day)
  const session = tokensOf(await signInOn(service, person, deviceToken))
  const told = await introspect(session)
  assert.deepEqual([told.amr, told.methods], [['pwd'], ['password', 'trusted_device']])
  const provenAt = Math.floor(Date.parse(device!.createdAt) / 1_000) - 5 * day
  assert.ok(Math.abs(Number(told.auth_time) - provenAt) <= 1, `${told.auth_time} is not ${provenAt}`)
  // a password proves no second factor
  assert.equal((await prove(service, session, { method: 'password', password: person.password })).status, 204)
  assert.equal((await introspect(session)).auth_time, told.auth_time)
  // the factor itself does, and takes the place of the device
  assert.equal((await prove(service, session, { method: 'totp', code: person.code() })).status, 204)
  const proven = await introspect(session)
  assert.deepEqual(
    [proven.amr, proven.methods],
    [
      ['pwd', 'otp', 'mfa'],
      ['password', 'totp'],
    ],
  )
  assert.ok(Number(proven.auth_time) > provenAt + 4 * day)
})

test('a device proves nothing: what takes a second factor still takes one', async () => {
  const person = await registerGuarded(service)
  const session = tokensOf(await signInOn(service, person, await trusted(service, person)))
  const { accessToken: token } = session
  const { password, userId } = person
  const newPassword = 'a password that is new'
  const change = { currentPassword: password, password: newPassword, passwordConfirmation: newPassword }
  const refusals = [
    await send(service, 'PUT', `/users/${userId}/password`, { token, body: change }),
    await post(service, `/users/${userId}/email`, { email: newEmail(), password }, { token }),
    await send(service, 'DELETE', `/users/${userId}`, { token, body: { password } }),
    await post(service, `/users/${userId}/authenticators`, { name: 'mine', password }, { token }),
  ]
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.code]),
    [
      [403, 'reauthentication_required'],
      [403, 'reauthentication_required'],
      [403, 'reauthentication_required'],
      [403, 'factor_required'],
    ],
  )
  assert.equal((await prove(service, session, { method: 'trusted_device', code: '123456' })).status, 422)
  assert.equal((await prove(service, session, { method: 'totp', code: person.code() })).status, 204)
})

test('a device is trusted for thirty days from the second step, however often it is used', async () => {
  const person = await registerGuarded(service)
  let deviceToken = await trusted(service, person)
  for (const days of [20, 9]) {
    await shiftRows(service, days * day)
    deviceToken = deviceTokenIn(await signInOn(service, person, deviceToken))
  }
  await shiftRows(service, day)
  const answer = await signInOn(service, person, deviceToken)
  assert.deepEqual([answer.status, answer.body.code], [403, 'two_factor_required'])
})

test('a setting that becomes shorter applies to devices that are trusted already, and 0 to all', async () => {
  const person = await registerGuarded(service)
  const deviceToken = await trusted(service, person)
  const shorter = await startVariant(service, { config: { trustedDeviceDays: 7 } })
  const off = await startVariant(service, { config: { trustedDeviceDays: 0 } })
  assert.equal((await signInOn(off, person, deviceToken)).status, 403)
  assert.equal((await trustDevice(off, person)).body.deviceToken, undefined)
  assert.deepEqual((await get(off, devicesOf(person), person.accessToken)).body, [])
  const next = deviceTokenIn(await signInOn(shorter, person, deviceToken))
  await shiftRows(service, 7 * day)
  assert.equal((await signInOn(shorter, person, next)).status, 403)
  deviceTokenIn(await signInOn(service, person, next))
})

test('a setting that becomes longer prolongs nothing', async () => {
  const person = await registerGuarded(service)
  const shorter = await startVariant(service, { config: { trustedDeviceDays: 7 } })
  const deviceToken = await trusted(shorter, person)
  await shiftRows(service, 7 * day)
  assert.equal((await signInOn(service, person, deviceToken)).status, 403)
})

test('where everybody needs a second factor, no device is trusted unless the operator says so', () => {
  const daysIn = (settings: Record<string, string>) => parseConfig(settings).trustedDeviceDays
  assert.equal(daysIn({}), 30)
  assert.equal(daysIn({ TWO_FACTOR: 'optional' }), 30)
  assert.equal(daysIn({ TWO_FACTOR: 'required' }), 0)
  assert.equal(daysIn({ TWO_FACTOR: 'required', TRUSTED_DEVICE_DAYS: '14' }), 14)
  assert.equal(daysIn({ TRUSTED_DEVICE_DAYS: '0' }), 0)
  assert.throws(
    () => daysIn({ TRUSTED_DEVICE_DAYS: '366' }),
    /TRUSTED_DEVICE_DAYS: must be a whole number, 0 to 365/,
  )
})

test('devices are listed, newest first, and each is ended by its owner alone', async () => {
  const person = await registerGuarded(service)
  const tokens = [
    await trusted(service, person, { headers: { 'user-agent': 'Phone/1' } }),
    await trusted(service, person, { headers: { 'user-agent': 'Desk/1' } }),
  ]
  const [desk, phone, ...more] = await listDevices(service, person)
  assert.deepEqual(more, [])
  assert.deepEqual([desk?.userAgent, phone?.userAgent], ['Desk/1', 'Phone/1'])
  assert.equal(Date.parse(desk!.expiresAt) - Date.parse(desk!.createdAt), 30 * day * 1_000)

  const stranger = await register(service)
  for (const [who, id] of [
    [stranger, person.userId],
    [stranger, 'me'],
    [person, stranger.userId],
  ] as const) {
    const path = `/users/${id}/trusted-devices/${phone!.id}`
    assertRefused(await send(service, 'DELETE', path, { token: who.accessToken }), 404, 'not_found')
  }
  assertRefused(await get(service, devicesOf(person), stranger.accessToken), 404, 'not_found')
  const path = devicesOf(person)
  const { accessToken: token } = person
  for (const [id, status] of [
    [phone!.id, 204],
    [phone!.id, 404],
    ['none', 404],
  ] as const)
    assert.equal((await send(service, 'DELETE', `${path}/${id}`, { token })).status, status)
  assert.equal((await signInOn(service, person, tokens[0])).status, 403)
  const next = deviceTokenIn(await signInOn(service, person, tokens[1]))
  assert.equal((await send(service, 'DELETE', path, { token })).status, 204)
  assert.equal((await signInOn(service, person, next)).status, 403)
  assert.deepEqual(await listDevices(service, person), [])
  assert.deepEqual(
    (await eventsOf(person, 'trusted_device.removed')).map(({ detail }) => detail.id),
    [phone!.id, desk!.id],
  )
})

test('an account has ten trusted devices at most, and the oldest gives way', async () => {
  const person = await registerGuarded(service)
  const tokens: string[] = []
  for (let count = 0; count < 11; count++) tokens.push(await trusted(service, person))
  assert.equal((await listDevices(service, person)).length, 10)
  assert.equal((await signInOn(service, person, tokens[0])).status, 403)
  deviceTokenIn(await signInOn(service, person, tokens[1]))
})

test('its owner is told of a device that is trusted, and of a new place that it signs in from', async () => {
  const home = { 'x-forwarded-for': '203.0.113.7' }
  const registered = await register(service, { headers: home })
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${registered.userId}`)
  await service.deps.db.run(
    sql`update users set created_at = now() - interval '1 day' where id = ${registered.userId}`,
  )
  const person = await enrol(service, registered)
  const deviceToken = await trusted(service, person, { headers: home })
  const next = deviceTokenIn(await signInOn(service, person, deviceToken, { headers: home }))
  deviceTokenIn(await signInOn(service, person, next, { headers: { 'x-forwarded-for': '198.51.100.9' } }))
  const mails = await mailsTo(service, person.email)
  const trust = mails.find(({ subject }) => subject === 'A device is now trusted')
  assert.match(String(trust?.text), /no longer takes your second factor until /)
  const signIns = mails.filter(({ subject }) => subject === 'New sign-in to your account')
  assert.deepEqual(
    signIns.map(({ text }) => /not asked for your second factor/.test(text)),
    [true],
  )
})

test('the export has the devices, and nothing that they keep', async () => {
  const person = await registerGuarded(service)
  const deviceToken = await trusted(service, person)
  const { body, text } = await get(service, `/users/${person.userId}/export`, person.accessToken)
  assert.deepEqual(body.trustedDevices, await listDevices(service, person))
  assert.equal(body.trustedDevices.length, 1)
  assert.ok(!text.includes(deviceToken))
})
