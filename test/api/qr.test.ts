import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from '../support/people.ts'
import { readQr } from '../support/read-qr.ts'
import { begin } from '../support/second-factor.ts'
import { sharedService } from '../support/service.ts'

const service = await sharedService()

test('the image of an enrolment is a QR code of its address', async () => {
  const { enrolment } = await begin(service, await register(service))
  // whole pixels for each module, which no reader misses: the secret is another each time
  assert.equal(readQr(enrolment.qr, { mode: 'zoom', value: 4 }), enrolment.uri)
})
