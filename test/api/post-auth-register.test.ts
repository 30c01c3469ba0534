import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashCost } from '../../src/platform/crypto/password.ts'
import { get, post } from '../support/http.ts'
import { assertOwners, ownWithoutTriggers } from '../support/owners.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { assertFieldErrors } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({}, { hashCost })
await ownWithoutTriggers(service)
const password = 'correct horse battery'

test('a registration returns a pair of bearer tokens that live as long as stated', async () => {
  const before = Date.now()
  const { status, body } = await tryToRegister(service, { email: newEmail(), password })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body), ['accessToken', 'refreshToken'])
  for (const [token, prefix, seconds, slack] of [
    [body.accessToken, 'sp_at_', 900, 46],
    [body.refreshToken, 'sp_rt_', 14 * 86_400, 1],
  ]) {
    assert.deepEqual(
      { ...token, token: 0, lastUsedAt: 0, expiresAt: 0 },
      {
        type: 'bearer',
        name: null,
        token: 0,
        abilities: ['*'],
        lastUsedAt: 0,
        expiresAt: 0,
      },
    )
    assert.ok(token.token.startsWith(prefix))
    for (const instant of [token.lastUsedAt, token.expiresAt]) {
      assert.match(instant, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    assert.ok(Math.abs(Date.parse(token.lastUsedAt) - before) < 5_000)
    const lives = (Date.parse(token.expiresAt) - Date.parse(token.lastUsedAt)) / 1000
    assert.ok(lives <= seconds && lives >= seconds - slack, `${prefix} lives for ${lives} s`)
  }
})

test('the new account belongs to its owner: its token opens it, and its password signs in', async () => {
  const person = await register(service)
  const account = await get(service, `/users/${person.userId}`, person.accessToken)
  assert.equal(account.body.email, person.email)
  assert.equal((await signIn(service, person)).status, 200)
})

test('an address is stored as typed, and taken in every spelling', async () => {
  const person = await register(service, { email: '  Jörg.Müller@Bücher.Example ' })
  const { body } = await get(service, '/users/me', person.accessToken)
  assert.equal(body.email, 'Jörg.Müller@Bücher.Example')
  for (const email of ['jörg.müller@xn--bcher-kva.example', 'JÖRG.MU\u0308LLER@BÜCHER.EXAMPLE\n']) {
    const answer = await tryToRegister(service, { email, password })
    assert.deepEqual(answer.body, [
      { message: 'The email has already been taken', rule: 'database.unique', field: 'email' },
    ])
    assert.equal(answer.status, 422)
    assert.equal((await signIn(service, { email, password: person.password })).status, 200)
  }
})

test('a differing confirmation is refused in the words of the interface', async () => {
  const answer = await post(service, '/auth/register', {
    email: newEmail(),
    password,
    passwordConfirmation: 'something else',
  })
  assert.equal(answer.status, 422)
  assert.deepEqual(answer.body, [
    {
      message: 'The passwordConfirmation field and the password field must be the same',
      rule: 'confirmed',
      field: 'passwordConfirmation',
      meta: { otherField: 'password' },
    },
  ])
})

test('every wrong field is named at once', async () => {
  assertFieldErrors(await post(service, '/auth/register', {}), { email: 'required', password: 'required' })
  assertFieldErrors(await post(service, '/auth/register'), { email: 'required', password: 'required' })
  const all = { email: 'nobody', password: 'short', passwordConfirmation: 1 }
  assertFieldErrors(await post(service, '/auth/register', all), {
    email: 'email',
    password: 'minLength',
    passwordConfirmation: 'string',
  })
})

test('a body that is not an object is refused as a whole', async () => {
  for (const body of ['null', '[]', '"text"', '1']) {
    const answer = await post(service, '/auth/register', body)
    assert.equal(answer.status, 422)
    assert.deepEqual(
      answer.body.map(({ field }: { field: string }) => field),
      [''],
    )
  }
})

test('a password has 8 characters or more, is not common, and is not the address', async () => {
  const email = newEmail()
  for (const [chosen, rule] of [
    ['1234567', 'minLength'],
    ['😀😀😀😀😀😀😀', 'minLength'],
    ['password1', 'common'],
    ['PassWord1', 'common'],
    ['ｐａｓｓｗｏｒｄ１', 'common'],
    [email, 'notSameAs'],
    [` ${email.toUpperCase()} `, 'notSameAs'],
  ] as const) {
    assertFieldErrors(await tryToRegister(service, { email, password: chosen }), { password: rule })
  }
  assert.equal((await tryToRegister(service, { email, password: '😀😀😀😀😀😀😀😀' })).status, 201)
})

test('PASSWORD_MIN_LENGTH requires longer passwords, and still accepts existing shorter ones', async () => {
  const person = await register(service, { password: 'nine char' })
  const strict = await startVariant(service, { config: { passwordMinLength: 15 } })
  assertFieldErrors(await tryToRegister(strict, { email: newEmail(), password: 'fourteen chars' }), {
    password: 'minLength',
  })
  assert.equal((await tryToRegister(strict, { email: newEmail(), password: 'fifteen chars !' })).status, 201)
  assert.equal((await signIn(strict, person)).status, 200)
})

test('the same password in another Unicode form signs in', async () => {
  const person = await register(service, { password: 'pâssword Å ﬁve'.normalize('NFC') })
  for (const form of ['NFD', 'NFKC', 'NFKD']) {
    tokensOf(await signIn(service, { ...person, password: person.password.normalize(form) }))
  }
})

test('a refused registration leaves nothing behind', async () => {
  const { email } = await register(service)
  const before = await countRows(service)
  await tryToRegister(service, { email, password })
  await tryToRegister(service, { email: newEmail(), password: 'short' })
  await tryToRegister(service, { email: 'nobody', password })
  assert.deepEqual(await countRows(service), before)
})

test('a password is stored as Argon2id with the specified parameters', async () => {
  const { userId } = await register(service)
  const [row] = await many<{ phc: string }>(
    service.deps.db,
    sql`select phc from passwords where user_id = ${userId}`,
  )
  assert.match(row?.phc ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
})

test('every address and identity has its owner, and every owner theirs', () => assertOwners(service))
