import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { get, post } from '../support/http.ts'
import { newEmail, register, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'

const service = await startTestService()
const person = await register(service)
const { email, password, userId } = person

const noStrings = [
  0,
  1,
  -1,
  1e308,
  true,
  false,
  [],
  ['x'],
  [[['x']]],
  {},
  { length: 6 },
  { $ne: null },
  { $gt: '' },
]

const shapes = {
  password: { grant_type: 'password', email, password },
  oauth_code: { grant_type: 'oauth_code', code: 'x' },
  email_code: { grant_type: 'email_code', challenge: 'x', code: 'x' },
  refresh_token: { grant_type: 'refresh_token', token: 'x' },
}

test('a body that is not an object is refused as such', async () => {
  for (const body of [null, 1, '"x"', true, [], [{ email, password }]]) {
    const { status, body: faults } = await post(service, '/auth/register', body)
    const messages = faults.map(({ message }: { message: string }) => message)
    assert.deepEqual([status, messages], [422, ['The body must be an object']], JSON.stringify(body))
  }
})

test('a non-string field of sign-in is refused by its type, and never converted', async () => {
  for (const shape of Object.values(shapes)) {
    for (const field of Object.keys(shape).filter((name) => name !== 'grant_type')) {
      for (const value of noStrings) {
        const answer = await post(service, '/auth/token', { ...shape, [field]: value })
        assertFieldErrors(answer, { [field]: 'string' })
      }
      assertFieldErrors(await post(service, '/auth/token', { ...shape, [field]: null }), {
        [field]: 'required',
      })
    }
  }
  for (const value of noStrings) {
    const answer = await post(service, '/auth/token', { ...shapes.oauth_code, code_verifier: value })
    assertFieldErrors(answer, { code_verifier: 'string' })
  }
})

test('grant_type is one of the names, as a string', async () => {
  const names = ['', 'PASSWORD', 'Password', ' password', 'toString', '0', 'length', 'implicit']
  for (const grant_type of [...noStrings, ...names, ['password'], { 0: 'password' }]) {
    const answer = await post(service, '/auth/token', { ...shapes.password, grant_type })
    assertFieldErrors(answer, { grant_type: 'enum' })
  }
  assertFieldErrors(await post(service, '/auth/token', { email, password }), { grant_type: 'required' })
  assertFieldErrors(await post(service, '/auth/token', { ...shapes.password, grant_type: null }), {
    grant_type: 'required',
  })
})

test('a non-string field of registration is refused by its type, once each', async () => {
  const { users } = await countRows(service)
  for (const value of noStrings) {
    const all = { email: value, password: value, passwordConfirmation: value }
    assertFieldErrors(await post(service, '/auth/register', all), {
      email: 'string',
      password: 'string',
      passwordConfirmation: 'string',
    })
  }
  assert.equal((await countRows(service)).users, users)
})

test('unknown fields are ignored, and never stored', async () => {
  const wanted = newEmail()
  const answer = await post(service, '/auth/register', {
    email: wanted,
    password,
    passwordConfirmation: password,
    id: userId,
    user_id: userId,
    role: 'admin',
    abilities: ['admin'],
    emailVerified: true,
    emailVerifiedAt: '2020-01-01T00:00:00.000Z',
    verified_at: '2020-01-01T00:00:00.000Z',
    createdAt: '2020-01-01T00:00:00.000Z',
    epoch: 9,
    language: 'de',
    twoFactorEnabled: true,
    twoFactor: { enabled: true },
  })
  const { accessToken } = tokensOf(answer, 201)
  const { body: account } = await get(service, '/users/me', accessToken)
  assert.notEqual(account.id, userId)
  assert.equal(account.emailVerified, false)
  assert.equal(account.language, null)
  assert.deepEqual(account.twoFactor, { enabled: false, backupCodesLeft: 0 })
  assert.ok(Date.parse(account.createdAt) > Date.parse('2026-01-01'))
  const [row] = await many<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${account.id}`,
  )
  assert.equal(row?.epoch, 0)
})

test('grant_type alone decides which fields are read, whatever else is sent', async () => {
  const fields = { email, password, code: 'x', token: 'x' } as const
  const needs = { password: ['email', 'password'], oauth_code: ['code'], refresh_token: ['token'] }
  const names = Object.keys(fields) as (keyof typeof fields)[]
  for (const [grant_type, needed] of Object.entries(needs)) {
    for (let mixture = 0; mixture < 2 ** names.length; mixture++) {
      const given = names.filter((_, bit) => mixture & (1 << bit))
      const body = { grant_type, ...Object.fromEntries(given.map((name) => [name, fields[name]])) }
      const answer = await post(service, '/auth/token', body)
      const missing = needed.filter((name) => !given.includes(name as never))
      if (missing.length > 0) {
        assertFieldErrors(answer, Object.fromEntries(missing.map((name) => [name, 'required'])))
      } else if (grant_type === 'password') {
        tokensOf(answer)
      } else {
        assertRefused(answer, 401, 'invalid_credentials')
      }
    }
  }
})

test('fields of another grant are ignored, even their type', async () => {
  const code = await issueCode(service.deps, { userId, epoch: 0, methods: ['github'] })
  const noise = { email: 1, password: ['x'], token: {}, code_challenge_method: 'plain' }
  const answer = await post(service, '/auth/token', { ...noise, grant_type: 'oauth_code', code })
  assert.equal((await get(service, '/users/me', tokensOf(answer).accessToken)).body.id, userId)
})

test('a string of any length that fits into a body is refused by the rule of its field', async () => {
  const long = 'x'.repeat(16_000)
  assertFieldErrors(await post(service, '/auth/token', { ...shapes.password, email: long }), {
    email: 'email',
  })
  assertFieldErrors(await post(service, '/auth/token', { ...shapes.password, password: long }), {
    password: 'maxLength',
  })
  assertFieldErrors(await post(service, '/auth/token', { grant_type: long }), { grant_type: 'enum' })
  for (const body of [
    { ...shapes.oauth_code, code: long },
    { ...shapes.oauth_code, code_verifier: long },
    { ...shapes.refresh_token, token: long },
  ]) {
    assertRefused(await post(service, '/auth/token', body), 401, 'invalid_credentials')
  }
})
