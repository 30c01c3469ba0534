import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recipientOf } from './recipient.ts'

test('a mailbox is named by what was typed, in a domain of ASCII', () => {
  assert.equal(recipientOf('Ann.Other+tag@Example.com'), 'Ann.Other+tag@example.com')
  assert.equal(recipientOf('jörg@bücher.example'), 'jörg@xn--bcher-kva.example')
})

test('nothing that could name a second recipient or a header gets through', () => {
  for (const address of [
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann\r\nBcc:@example.com',
    'ann@example.com, eve@example.com',
    'ann@example.com;eve@example.com',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    '"ann@eve"@example.com',
    '"ann"@example.com',
    '=?utf-8?q?eve=40example.org=2c?=@example.com',
    'friends:ann@example.com;',
    'ann(comment)@example.com',
    'a@b@example.com',
    'ann@example.com>',
    'ann@[127.0.0.1]',
    'ann@exa mple.com',
    'ann\u0000@example.com',
    'ann\u2028@example.com',
    `${'a'.repeat(250)}@example.com`,
  ]) {
    assert.throws(() => recipientOf(address), /not the address of one mailbox/, JSON.stringify(address))
  }
})
