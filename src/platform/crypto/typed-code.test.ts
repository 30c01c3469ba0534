import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedDigits } from '../../../packages/client/src/typed-digits.ts'
import { normalTypedCode, readTyped } from './typed-code.ts'

/** The same code as apps show it, as it is pasted, and as other keyboards type it. */
const ways = [
  '123 456',
  '123\u{a0}456',
  '123-456',
  '123–456',
  '123−456',
  ' 123\u{202f}456\n',
  '\u{200e}123\u{200b}456\u{feff}',
  '１２３４５６',
  '١٢٣٤٥٦',
  '۱۲۳ ۴۵۶',
  '१२३४५६',
  '𝟏𝟐𝟑𝟜𝟝𝟞',
]

test('spaces, dashes, invisible marks and the script of the digits make no difference, to the client either', () => {
  for (const typed of ways)
    for (const read of [readTyped, typedDigits]) assert.equal(read(typed), '123456', typed)
})

test('letters and punctuation stay, so that the code is wrong', () => {
  for (const typed of ['l23456', 'O23456', '123.456', '12345a', '123+456', '१२३४५क'])
    for (const read of [readTyped, typedDigits]) assert.doesNotMatch(read(typed), /^[0-9]+$/, typed)
})

test('each decimal digit of Unicode is read by its value', () => {
  let run = 0
  for (let point = 0x30; point < 0x20000; point++) {
    const digit = String.fromCodePoint(point)
    if (!/\p{Nd}/u.test(digit)) run = 0
    else assert.equal(readTyped(digit), String(run++ % 10), point.toString(16))
  }
})

test('a backup code is normalised likewise', () => {
  for (const typed of [
    '01AB–CDEF–GHJK–MNPQ',
    '01ab‑cdef‑ghjk‑mnpq',
    '０１ＡＢ\u{a0}ＣＤＥＦ ＧＨＪＫ ＭＮＰＱ',
  ])
    assert.equal(normalTypedCode(typed), '01ABCDEFGHJKMNPQ', typed)
})
