import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, post } from '../support/http.ts'
import { newEmail, register, tokensOf, tryToRegister } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const person = await register(service)
const credentials = { email: person.email, password: person.password }
const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', '\\u005f_proto__']

/** The service runs in this very process: whatever it polluted we would see. */
const assertClean = () => {
  assert.equal(({} as { isAdmin?: true }).isAdmin, undefined)
  assert.deepEqual(Object.keys(Object.prototype), [])
  assert.deepEqual(Object.keys(Array.prototype), [])
}

test('a name of Object.prototype is no key: at the top, nested, in a list, or with a value that is none', async () => {
  const rest = JSON.stringify({ grant_type: 'password', ...credentials }).slice(1)
  for (const name of names) {
    for (const member of [
      `"${name}":{"isAdmin":true}`,
      `"${name}":{"prototype":{"isAdmin":true}}`,
      `"${name}":null`,
      `"x":{"${name}":{"isAdmin":true}}`,
      `"x":[{"y":{"${name}":1}}]`,
      `"email":{"${name}":1}`,
    ]) {
      assertRefused(await post(service, '/auth/token', `{${member},${rest}`), 400, 'bad_request')
      assertRefused(await post(service, '/auth/register', `{${member},${rest}`), 400, 'bad_request')
    }
  }
  assertClean()
})

test('the same names are values like any other', async () => {
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
    assert.equal((await post(service, '/auth/token', { grant_type: name })).status, 422)
    const email = `${name}@example.com`
    const { accessToken } = tokensOf(await tryToRegister(service, { email, password: `${name} x` }), 201)
    assert.equal((await get(service, '/users/me', accessToken)).body.email, email)
    assertRefused(await get(service, `/users/${name}`, accessToken), 404, 'not_found')
    assertRefused(await get(service, `/${name}`), 404, 'not_found')
  }
  assertClean()
})

test('a query is not made into an object that could be polluted', async () => {
  const query = '?__proto__[isAdmin]=true&constructor[prototype][isAdmin]=true&__proto__.isAdmin=true'
  assert.equal((await get(service, `/users/me${query}`, person.accessToken)).status, 200)
  assert.equal((await post(service, `/auth/register${query}`, { email: newEmail() })).status, 422)
  assertClean()
})
