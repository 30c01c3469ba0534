import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { send } from '../support/http.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
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

test('only UTF-8 without a byte order mark is read', async () => {
  tokensOf(await submit(Buffer.from(text)))
  for (const body of [
    Buffer.from(`\ufeff${text}`),
    Buffer.from(text, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.concat([Buffer.from(text), Uint8Array.of(0xff)]),
    Buffer.concat([Buffer.from(text), Uint8Array.of(0)]),
  ]) {
    assertRefused(await submit(body), 400, 'bad_request')
  }
})

test('bytes that are no UTF-8 are refused, and not replaced by something that might be somebody’s password', async () => {
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

test('a body that is packed is refused unopened, a bomb among them', async () => {
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

test('a body that says it is not packed, in whichever words, is refused too', async () => {
  for (const encoding of ['identity', '', 'GZIP', 'gzip, identity', 'x']) {
    const answer = await submit(Buffer.from(text), { 'content-encoding': encoding })
    assertRefused(answer, 415, 'unsupported_media_type')
  }
})

test('none of it did anything', async () => {
  const before = await countRows(service)
  await submit(withBytes(0xff))
  await submit(gzipSync(text), { 'content-encoding': 'gzip' })
  assert.deepEqual(await countRows(service), before)
})
