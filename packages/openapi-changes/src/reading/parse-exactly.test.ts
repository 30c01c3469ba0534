import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExactly } from './parse-exactly.ts'

const digits = '9007199254740993'

test('whole numbers beyond 2^53 are read digit by digit, and all others as ever', () => {
  const text = `{"a":${digits},"b":[-${digits}, 1],"c":9007199254740991,"d":${digits}.5,"e":1e20,"f":0.1}`
  const [a, b] = [BigInt(digits), [-BigInt(digits), 1]]
  assert.deepEqual(parseExactly(text), {
    a,
    b,
    c: 9007199254740991,
    d: Number(`${digits}.5`),
    e: 1e20,
    f: 0.1,
  })
})

test('digits in a text are a text, whatever stands beside them', () => {
  const texts = [digits, ` ${digits} `, `"${digits}`, `\\",${digits},`, `:[${digits}]`, `\\\\" ${digits}`]
  for (const text of texts) {
    const value = { [text]: [text], b: text, c: 'number' }
    const written = JSON.stringify(value).replace('"number"', ` ${digits} `)
    assert.deepEqual(parseExactly(written), { ...value, c: BigInt(digits) })
  }
})

test('what is no JSON is none because of a large number', () => {
  for (const text of [`{${digits}: 1}`, `[00${digits}]`, `[${digits} x]`, `["${digits},]`, `[${digits},]`])
    assert.throws(() => parseExactly(text), SyntaxError)
})
