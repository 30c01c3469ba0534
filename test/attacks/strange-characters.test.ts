import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { converse, readAnswer } from '../support/raw-socket.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()
const person = await register(service)
const code = await issueCode(service.deps, { userId: person.userId, epoch: 0, methods: ['github'] })

const impossible = ['\0', '\ud800', '\udc00\ud800']
const odd = [
  '\ufeff',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u200b',
  '\u00ad',
  '\u0001',
  '\u001b[31m',
  '\u007f',
  '\uffff',
]

const registration = (fields: object) => post(service, '/auth/register', { email: newEmail(), ...fields })

const assertSilent = ({ status, text }: Answer) => {
  assert.ok(status >= 400 && status < 500, text)
}

test('text that cannot be stored is a bad request, in every field but a password', async () => {
  for (const bad of impossible) {
    for (const body of [
      { grant_type: `password${bad}`, email: person.email, password: person.password },
      { grant_type: 'password', email: person.email + bad, password: person.password },
      { grant_type: 'oauth_code', code: code + bad },
      { grant_type: 'oauth_code', code, code_verifier: bad },
      { grant_type: 'refresh_token', token: person.refreshToken + bad },
      { grant_type: 'password', email: person.email, password: person.password, [`x${bad}`]: 1 },
    ]) {
      assertRefused(await post(service, '/auth/token', body), 400, 'bad_request')
    }
    assertRefused(await registration({ email: `${bad}@example.com`, password: 'x' }), 400, 'bad_request')
  }
})

test('an address with NUL is a bad request, wherever it leads', async () => {
  const { accessToken: token, userId } = person
  for (const path of [
    `/users/${userId}/identities/a%00b`,
    `/users/${userId}%00`,
    `/users/${userId}/passkeys/%00`,
    `/users/${userId}/events?cursor=%00`,
    '/auth/oauth/a%00b',
    '/nowhere/%00',
    '/account/sign-in?next=%00',
  ])
    for (const method of ['GET', 'DELETE', 'PATCH', 'POST'])
      assert.equal((await send(service, method, path, { token })).status, 400, `${method} ${path}`)
  // two characters, and a zero
  assert.equal((await get(service, `/users/${userId}/identities/a%2500b`, token)).status, 405)
})

test('a password with such characters is refused by its field, and never shortened', async () => {
  for (const bad of impossible) {
    const password = `${person.password}${bad}`
    const fields = { password, passwordConfirmation: password }
    assertFieldErrors(await registration(fields), { password: 'wellFormed' })
    assertFieldErrors(await signIn(service, { ...person, password }), { password: 'wellFormed' })
  }
})

test('every other character of a password is kept as it is', async () => {
  for (const characters of [
    odd.slice(0, 5),
    odd.slice(5),
    ["'", '"', '\\', '$1', '%s', '%00'],
    ['🏴‍☠️', '\r\n', '\t'],
  ]) {
    const password = (kept: string[]) => `before ${kept.join('|')} behind`
    const person = await register(service, { password: password(characters) })
    for (const left of characters) {
      const without = password(characters.map((character) => (character === left ? '' : character)))
      assertRefused(await signIn(service, { ...person, password: without }), 401, 'invalid_credentials')
    }
    tokensOf(await signIn(service, person))
  }
})

test('addresses, tokens, codes and grant_type accept no such characters', async () => {
  for (const character of odd) {
    assertFieldErrors(await signIn(service, { ...person, email: `a${character}@example.com` }), {
      email: 'email',
    })
    assertFieldErrors(await signIn(service, { ...person, email: `a@exam${character}ple.com` }), {
      email: 'email',
    })
    assertRefused(await refresh(service, person.refreshToken + character), 401, 'invalid_credentials')
    assertRefused(await refresh(service, character + person.refreshToken), 401, 'invalid_credentials')
    assertRefused(await exchange(service, code + character), 401, 'invalid_credentials')
    assertFieldErrors(await post(service, '/auth/token', { grant_type: `password${character}` }), {
      grant_type: 'enum',
    })
  }
  tokensOf(await exchange(service, code))
})

test('paths with special bytes lead nowhere', async () => {
  const { accessToken: token, userId } = person
  for (const id of [
    '%00',
    `${userId}%00`,
    `${userId}%0a`,
    `${userId};x=1`,
    `${userId}%2fsessions`,
    '%2e%2e%2fme',
    '%E2%80%AE',
    '%ED%A0%80',
    "'%20or%201=1--",
    'a'.repeat(60),
    'a'.repeat(1_000),
    '%F0%9F%98%80'.repeat(60),
  ]) {
    for (const path of [`/users/${id}`, `/users/${id}/sessions`, `/users/${userId}/sessions/${id}`]) {
      assertSilent(await send(service, path.includes('sessions/') ? 'DELETE' : 'GET', path, { token }))
    }
  }
  assert.equal((await get(service, '/users/me', token)).status, 200)
})

test('non-ASCII bytes in a header are no token, and cause no error', async () => {
  const head = `GET /users/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer `
  for (const bytes of [[0x80], [0xff, 0xfe], [0xc3, 0xa9], [0xed, 0xa0, 0x80]]) {
    const wire = await converse(service, head, person.accessToken, Uint8Array.from(bytes), '\r\n\r\n')
    assertRefused(readAnswer(wire), 401, 'unauthorized')
  }
})
