import assert from 'node:assert/strict'
import { test } from 'node:test'
import { URI } from 'otpauth'
import { keyUri } from './key-uri.ts'

const secret = Buffer.from('12345678901234567890')

test('an address for authenticator apps follows the Key URI format, to the letter', () => {
  assert.equal(
    keyUri('Sallyport', 'ada@example.com', secret),
    'otpauth://totp/Sallyport:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sallyport&algorithm=SHA1&digits=6&period=30',
  )
})

test('neither issuer nor account can end their part and forge another', () => {
  const hostile = [
    'a&secret=AAAA',
    'a?secret=AAAA',
    'a#b',
    'a/b',
    'a%26secret=AAAA',
    'a+b c',
    '"><svg>',
    'ü=é',
  ]
  for (const text of hostile) {
    const uri = keyUri(text, `${text}@example.com`, secret)
    const url = new URL(uri)
    assert.deepEqual([...url.searchParams.keys()], ['secret', 'issuer', 'algorithm', 'digits', 'period'])
    assert.equal(url.searchParams.get('secret'), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    assert.equal(url.searchParams.get('issuer'), text)
    assert.equal(url.hash, '')
    assert.equal(decodeURIComponent(url.pathname.split('/').at(-1) as string), `${text}:${text}@example.com`)
  }
})

test('an independent library reads it', () => {
  const totp = URI.parse(keyUri('Acme Inc.', 'ada@example.com', secret))
  assert.equal(totp.issuer, 'Acme Inc.')
  assert.equal(totp.label, 'ada@example.com')
  assert.equal(totp.secret.base32, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
