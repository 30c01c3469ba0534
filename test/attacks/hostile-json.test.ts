import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { get, post, send } from '../support/http.ts'
import { newEmail, register, signIn, tokensOf, tryToRegister } from '../support/people.ts'
import { converse, readAnswer } from '../support/raw-socket.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()
const person = await register(service)
const text = JSON.stringify({ grant_type: 'password', email: person.email, password: person.password })

const submit = (body: Uint8Array, headers: Record<string, string> = {}) =>
  send(service, 'POST', '/auth/token', { body, headers })

/** The request with these bytes within the password. */
const withBytes = (...bytes: number[]) => {
  const [before, behind] = JSON.stringify({
    grant_type: 'password',
    email: person.email,
    password: `${person.password}|`,
  }).split('|')
  return Buffer.concat([Buffer.from(before!), Uint8Array.from(bytes), Buffer.from(behind!)])
}

test('only UTF-8 is read, and one leading byte order mark is dropped', async () => {
  tokensOf(await submit(Buffer.from(text)))
  tokensOf(await submit(Buffer.from(`\ufeff${text}`)))
  for (const body of [
    Buffer.from(`\ufeff\ufeff${text}`),
    Buffer.from(text, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.concat([Buffer.from(text), Uint8Array.of(0xff)]),
    Buffer.concat([Buffer.from(text), Uint8Array.of(0)]),
  ]) {
    assertRefused(await submit(body), 400, 'bad_request')
  }
})

test('invalid UTF-8 is refused, not replaced by characters that might be somebody’s password', async () => {
  const twin = await register(service, { email: newEmail(), password: `${person.password}\ufffd` })
  for (const bytes of [
    [0xff],
    [0xc3],
    [0x80],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xe0, 0x80, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
  ]) {
    assertRefused(await submit(withBytes(...bytes)), 400, 'bad_request')
  }
  assert.equal((await signIn(service, twin)).status, 200)
})

test('a compressed body is refused unopened, even a bomb', async () => {
  const packed = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) }
  for (const [encoding, body] of Object.entries(packed)) {
    assertRefused(await submit(body, { 'content-encoding': encoding }), 415, 'unsupported_media_type')
  }
  const bomb = gzipSync(Buffer.alloc(15_000_000))
  const before = process.memoryUsage().rss
  const sized = bomb.length > 16_384 ? [413, 'payload_too_large'] : [415, 'unsupported_media_type']
  assertRefused(await submit(bomb, { 'content-encoding': 'gzip' }), sized[0] as number, sized[1] as never)
  assert.ok(process.memoryUsage().rss - before < 100_000_000)
})

test('any other content-encoding is refused, too', async () => {
  for (const encoding of ['', 'GZIP', 'gzip, identity', 'identity, gzip', 'identity;q=1', 'x']) {
    const answer = await submit(Buffer.from(text), { 'content-encoding': encoding })
    assertRefused(answer, 415, 'unsupported_media_type')
  }
})

const credentials = { email: person.email, password: person.password }
const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', '\\u005f_proto__']

/** The service runs in this very process: whatever it polluted we would see. */
const assertClean = () => {
  assert.equal(({} as { isAdmin?: true }).isAdmin, undefined)
  assert.deepEqual(Object.keys(Object.prototype), [])
  assert.deepEqual(Object.keys(Array.prototype), [])
}

test('a transfer-encoding other than chunked is not read', async () => {
  const { host } = new URL(service.address)
  const body = '2\r\n{}\r\n0\r\n\r\n'
  const head = `POST /auth/token HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n`
  for (const coding of ['gzip, chunked', 'identity, chunked', 'chunked, chunked', 'gzip,chunked'])
    assertRefused(
      readAnswer(await converse(service, `${head}Transfer-Encoding: ${coding}\r\n\r\n${body}`)),
      400,
      'bad_request',
    )
  for (const coding of ['chunked', 'Chunked', ' CHUNKED ']) {
    const read = readAnswer(await converse(service, `${head}Transfer-Encoding: ${coding}\r\n\r\n${body}`))
    assertFieldErrors(read, { grant_type: 'required' })
  }
})

test('a name of Object.prototype is refused as a key: at the top, nested, in a list, or with any value', async () => {
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

test('names of Object.prototype are ordinary values', async () => {
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
    assert.equal((await post(service, '/auth/token', { grant_type: name })).status, 422)
    const email = `${name}@example.com`
    const { accessToken } = tokensOf(
      await tryToRegister(service, { email, password: `${name} and other words` }),
      201,
    )
    assert.equal((await get(service, '/users/me', accessToken)).body.email, email)
    assertRefused(await get(service, `/users/${name}`, accessToken), 404, 'not_found')
    assertRefused(await get(service, `/${name}`), 404, 'not_found')
  }
  assertClean()
})

test('a query does not become an object that could be polluted', async () => {
  const query = '?__proto__[isAdmin]=true&constructor[prototype][isAdmin]=true&__proto__.isAdmin=true'
  assert.equal((await get(service, `/users/me${query}`, person.accessToken)).status, 200)
  assert.equal((await post(service, `/auth/register${query}`, { email: newEmail() })).status, 422)
  assertClean()
})
