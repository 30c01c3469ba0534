import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../errors.ts'
import { parseStrictJson } from './strict-json.ts'

test('plain JSON is read as JSON.parse reads it', () => {
  for (const text of [
    '{}',
    ' [1, -0.5e3, true, null, "a"] ',
    '"text"',
    '{"a":{"b":"c"},"d":{"b":"e"}}',
    '[{"a":1},{"a":2}]',
    '[[],[],[],[],[],[],[],[],[],{},{},{}]',
    '{"a":"a","b":"a:","c":"{[\\"\\\\"}',
    '{"e\\u006dail" : "ü😀\\ud83d\\ude00\ufeff\u2028"}',
    '[[[[[[[["eight"]]]]]]]]',
  ]) {
    assert.deepEqual(parseStrictJson(Buffer.from(text)), JSON.parse(text), text)
  }
})

test('anything but JSON is refused', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    '01',
    '{"a":1}{}',
    '"a\u0000"',
    '"\n"',
    '//\n{}',
    '\u00a0{}',
  ]) {
    refuses(text)
  }
})

test('only UTF-8 is read, and one leading byte order mark is dropped', () => {
  assert.deepEqual(parseStrictJson(Buffer.from('\ufeff{"a":1}')), { a: 1 })
  refuses(Buffer.from('\ufeff\ufeff{}'))
  refuses(Buffer.from('\ufeff{}', 'utf16le'))
  refuses(Buffer.from('{}', 'utf16le'))
  refuses(Buffer.from([0x22, 0xff, 0x22]))
  refuses(Buffer.from([0x22, 0xc0, 0xaf, 0x22])) // an overlong slash
  refuses(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])) // a surrogate
  refuses(Buffer.from([0x22, 0xe2, 0x82, 0x22])) // cut short
})

test('a key may occur once in an object, however it is spelt', () => {
  refuses('{"a":1,"a":1}')
  refuses('{"a":1,"b":{"a":2},"a":3}')
  refuses('{"a":1,"\\u0061":2}')
  refuses('{"":1, "" :2}')
  refuses('[[{"x":{"é":1,"\\u00e9":2}}]]')
  refuses('{"a":"\\"","b":1,"a":2}')
})

test('an escaped key is itself, whatever has been parsed before', () => {
  // without our care, V8 reads each of the next two as the key before it (nodejs/node#63785)
  JSON.parse(String.raw`{"\\u006":1}`)
  assert.deepEqual(parseStrictJson(Buffer.from(String.raw`{"\u0065mail":1}`)), { email: 1 })
  JSON.parse(String.raw`{"\\":1}`)
  refuses(String.raw`{"\u0061":1,"a":2}`, /twice/)
})

test('a key that needs an escape is refused, and a string with one is not', () => {
  for (const key of ['\\\\', '\\"', '\\n', 'a\\u0000', '\\ud800']) refuses(`{"${key}":1}`, /a key/)
  const text = String.raw`{"a":"\\ \" \n: \u00e9","b":["\"a\":"]}`
  assert.deepEqual(parseStrictJson(Buffer.from(text)), JSON.parse(text))
})

test('names of Object.prototype are refused as keys, at any depth', () => {
  for (const key of [
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    '__defineGetter__',
    '\\u005f_proto__',
  ]) {
    refuses(`{"${key}":{"isAdmin":true}}`)
    refuses(`{"a":[{"b":{"${key}":1}}]}`)
  }
  assert.equal(({} as { isAdmin?: true }).isAdmin, undefined)
})

test('nine levels are too many, even if the body is not JSON', () => {
  refuses('[[[[[[[[[]]]]]]]]]', /nested/)
  refuses('{"a":'.repeat(9), /nested/)
  refuses('["\\"",[[[[[[[[1]]]]]]]]]', /nested/)
  refuses('['.repeat(16_384), /nested/)
  assert.equal(
    parseStrictJson(Buffer.from('"[[[[[[[[[[\\"[[[[{{{{"')),
    '[[[[[[[[[[\\"[[[[{{{{'.replace('\\', ''),
  )
})

test('NUL and lone surrogates are refused in strings and in keys', () => {
  for (const bad of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00\\ud800', '\\ud83dx']) {
    refuses(`"${bad}"`)
    refuses(`{"email":"${bad}"}`)
    refuses(`{"${bad}":1}`)
    refuses(`{"a":["${bad}"]}`)
  }
})

test('top-level passwords may hold them, because their own schema names the field', () => {
  for (const field of ['password', 'passwordConfirmation', 'currentPassword', '\\u0070assword']) {
    const text = `{"a":1,"${field}":"\\u0000\\ud800","b":2}`
    assert.deepEqual(parseStrictJson(Buffer.from(text)), JSON.parse(text))
    refuses(`{"${field}":"x","email":"\\u0000"}`)
    refuses(`{"a":{"${field}":"\\u0000"}}`)
    refuses(`[{"${field}":"\\u0000"}]`)
    refuses(`[{"${field}":1},"\\u0000"]`)
    refuses(`{"${field}":["\\u0000"]}`)
    refuses(`{"${field}\\u0000":"x"}`)
  }
})

test('a body that is not stored may hold them in every string, and in no key', () => {
  const text = String.raw`{"token":"\u0000","tokens":["a\ud800"]}`
  assert.deepEqual(parseStrictJson(Buffer.from(text), { isStored: false }), JSON.parse(text))
  for (const body of [String.raw`{"a\u0000":1}`, '{"a":1,"a":2}'])
    assert.throws(() => parseStrictJson(Buffer.from(body), { isStored: false }), Refused)
})

test('a refusal repeats nothing of the body', () => {
  assert.throws(
    () => parseStrictJson(Buffer.from('{"password":canary')),
    (error) =>
      error instanceof Refused &&
      !JSON.stringify([error.message, error.body, error.cause]).includes('canary'),
  )
})

test('the work grows with the length of the body and not with its square', () => {
  const sixteenBodies = 16 * 16_384
  const fill = (unit: string) => unit.repeat(Math.floor(sixteenBodies / Buffer.byteLength(unit)))
  const hostile = [
    fill('"'),
    fill('\\"'),
    fill('"\\"'),
    `"${fill('\\"')}`,
    `"${fill('\\\\')}"`,
    `[${fill('"",')}""]`,
    `["" ${fill(' ')}]`,
    `"${fill(' ')}`,
    fill('[{"":'),
    fill('[]'),
    `{${Array.from({ length: 1_800 }, (_, n) => `"${n}":0`).join()}}`,
    `{${Array.from({ length: 1_000 }, (_, n) => `"${n * 2 ** 20}":0`).join()}}`,
    fill('ÿ'),
  ]
  for (const text of hostile) {
    const before = process.threadCpuUsage()
    try {
      parseStrictJson(Buffer.from(text))
    } catch (error) {
      assert.ok(error instanceof Refused)
    }
    const { user } = process.threadCpuUsage(before)
    assert.ok(user < 500_000, `${text.slice(0, 12)}… took too long`)
  }
})

function refuses(body: string | Buffer, words = /./): void {
  assert.throws(
    () => parseStrictJson(Buffer.from(body as string)),
    (error) => error instanceof Refused && error.status === 400 && words.test(error.message),
    `accepted ${JSON.stringify(body.toString().slice(0, 80))}`,
  )
}
