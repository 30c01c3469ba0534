import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQr } from '../../../test/support/read-qr.ts'
import { keyUri } from './key-uri.ts'
import { qrCode } from './qr-code.ts'

// The same each time: where a module is no whole number of pixels, a reader may miss one image in thousands.
const secret = Buffer.from('12345678901234567890')
const domain = `${'d'.repeat(61)}.${'e'.repeat(61)}.${'f'.repeat(61)}.com`

for (const [title, email, width, bytes] of [
  ['an address', 'ddf62321-356f-4e0f-91de-14fb16055d3b@example.com', 200, 6_000],
  ['one of 130 characters', `${'l'.repeat(64)}@${domain.slice(-65)}`, 200, 11_000],
  ['the longest', `${'l'.repeat(64)}@${domain}`, 300, 11_000],
] as const) {
  test(`the image for ${title} is light, and is read at ${width} pixels`, () => {
    const uri = keyUri('Sallyport', email, secret)
    const image = qrCode(uri)
    assert.equal(readQr(image, { mode: 'width', value: width }), uri)
    assert.ok(image.length < bytes, `${image.length}`)
  })
}
