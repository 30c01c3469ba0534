import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Resvg } from '@resvg/resvg-js'
import jsqr from 'jsqr'
import { register } from '../support/people.ts'
import { begin } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()

/** What a reader sees in the image when it is shown so many pixels wide. */
const read = (dataUri: string, pixels: number) => {
  const svg = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: pixels }, background: 'white' }).render()
  return jsqr.default(Uint8ClampedArray.from(image.pixels), image.width, image.height)?.data
}

test('the image decodes to the address, at 200 pixels', async () => {
  const { enrolment } = await begin(service, await register(service))
  assert.equal(read(enrolment.qr, 200), enrolment.uri)
  assert.ok(enrolment.qr.length < 6_000, `${enrolment.qr.length}`)
})

test('an address of 130 characters still decodes at 200 pixels, and the longest at 300', async () => {
  const domain = `${'d'.repeat(61)}.${'e'.repeat(61)}.${'f'.repeat(61)}.com`
  for (const [email, pixels] of [
    [`${'l'.repeat(64)}@${domain.slice(-65)}`, 200],
    [`${'l'.repeat(64)}@${domain}`, 300],
  ] as const) {
    const { enrolment } = await begin(service, await register(service, { email }))
    assert.equal(read(enrolment.qr, pixels), enrolment.uri)
    assert.ok(enrolment.qr.length < 11_000, `${enrolment.qr.length}`)
  }
})
