import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { hotp, matchingStep, newOtpSecret, stepAt } from './otp.ts'

const rfcSecret = Buffer.from('12345678901234567890')

test('HOTP gives the values of RFC 4226, appendix D', () => {
  const expected = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'
  assert.equal(Array.from({ length: 10 }, (_, counter) => hotp(rfcSecret, counter)).join(' '), expected)
})

test('TOTP gives the SHA-1 values of RFC 6238, appendix B, of which six digits are the last six', () => {
  const expected = {
    59: '94287082',
    1111111109: '07081804',
    1111111111: '14050471',
    1234567890: '89005924',
    2000000000: '69279037',
    20000000000: '65353130',
  }
  for (const [second, code] of Object.entries(expected)) {
    assert.equal(hotp(rfcSecret, stepAt(Number(second) * 1_000)), code.slice(-6))
  }
})

test('an independent library agrees, over ten thousand secrets and times', () => {
  for (let round = 0; round < 10_000; round++) {
    const secret = randomBytes(20)
    const nowMs = randomInt(0, 2 ** 47)
    const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })
    const code = totp.generate({ timestamp: nowMs })
    assert.equal(hotp(secret, stepAt(nowMs)), code)
    // one code in a million is also that of the next step, which is then the one that counts
    const isBoth = hotp(secret, stepAt(nowMs) + 1) === code
    assert.equal(matchingStep(secret, code, nowMs), stepAt(nowMs) + (isBoth ? 1 : 0))
  }
})

test('a code is good from one step before to one step after its own, to the millisecond', () => {
  const step = 50_000_000
  const begins = step * 30_000
  const code = hotp(rfcSecret, step)
  const others = [-3, -2, -1, 1, 2, 3].map((steps) => hotp(rfcSecret, step + steps))
  assert.ok(!others.includes(code), 'the vector must not collide')
  for (const [nowMs, isGood] of [
    [begins - 30_001, false],
    [begins - 30_000, true],
    [begins - 1, true],
    [begins, true],
    [begins + 29_999, true],
    [begins + 30_000, true],
    [begins + 59_999, true],
    [begins + 60_000, false],
  ] as const) {
    assert.equal(matchingStep(rfcSecret, code, nowMs) === step, isGood, String(nowMs - begins))
  }
})

test('anything but six ASCII digits is no code', () => {
  const nowMs = 59_000
  for (const code of ['', '28708', '2870820', ' 287082', '٢٨٧٠٨٢', '28708２', '287082\n']) {
    assert.equal(matchingStep(rfcSecret, code, nowMs), undefined, code)
  }
  assert.equal(matchingStep(rfcSecret, '287082', nowMs), 1)
})

test('a secret has 160 bits, and is different each time', () => {
  assert.equal(newOtpSecret().length, 20)
  assert.notDeepEqual(newOtpSecret(), newOtpSecret())
})
