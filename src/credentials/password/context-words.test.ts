import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextWords, restWithout } from './context-words.ts'

const context = {
  productName: 'Acme Cloud',
  twoFactorIssuer: 'Acme-ID',
  publicUrl: 'https://login.acme-cloud.example',
}
const words = contextWords(context, 'Alice.Smith@mail.Initech.com')
const rest = (password: string) => restWithout(words, password)

test('the words of the context are the product, the issuer, the host, and the address with its parts, the longest first', () => {
  assert.deepEqual(words.toSorted(), [
    'acme',
    'acme cloud',
    'acme-cloud',
    'acme-id',
    'alice',
    'alice.smith',
    'cloud',
    'initech',
    'login',
    'login.acme-cloud.example',
    'mail',
    'mail.initech.com',
    'smith',
  ])
  for (let at = 1; at < words.length; at++) assert.ok(words[at - 1]!.length >= words[at]!.length)
})

test('what somebody adds to a word, or does with it, is all that is left', () => {
  for (const [password, left] of [
    ['acmecloud', ''],
    ['acme-cloud1!', '1!'],
    ['!!acme2026', '!!2026'],
    ['acmeacmeacme', ''],
    ['a.c.m.e.123', '.123'],
    ['alicesmith90', '90'],
    ['smith_alice', '_'],
    ['initech.com99', '.com99'],
    ['mail.initech.com', ''],
    ['loginlogin', ''],
  ] as const)
    assert.equal(rest(password), left, password)
})

test('what has none of them stays as it is, and of a passphrase enough is left', () => {
  for (const password of ['correct horse battery', 'tr0ub4dor&3', 'аcme-homoglyph'])
    assert.equal(rest(password), password)
  assert.equal(rest('alice went through the looking glass'), ' went through the looking glass')
})

test('an address that is none, a host that is a number and words of two letters give nothing', () => {
  const bare = { productName: 'Hi', twoFactorIssuer: '?', publicUrl: 'http://127.0.0.1:3000' }
  assert.deepEqual(contextWords(bare, 'undefined'), [])
  assert.deepEqual(contextWords({ ...bare, publicUrl: 'http://[::1]:3000' }, 'al@x.io'), ['x.io'])
  assert.equal(restWithout([], 'al123456'), 'al123456')
})
