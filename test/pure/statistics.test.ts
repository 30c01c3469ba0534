import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankTest } from '../../bench/statistics.ts'

const assertNear = (measured: number, known: number, share = 1e-3) =>
  assert.ok(Math.abs(measured - known) <= known * share, `${measured} is not ${known}`)

test('the rank test knows the published examples', () => {
  // SciPy’s manual, `mannwhitneyu`: U is 17 of 20
  const diagnosed = rankTest([19, 22, 16, 29, 24], [20, 11, 17, 12])
  assert.equal(diagnosed.share, 17 / 20)
  assertNear(diagnosed.p, 0.11134688653314041)

  // R’s manual, `wilcox.test`: ozone in May and in August, with ties, W is 127.5
  const may = [
    41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37,
  ]
  const august = [
    39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84, 85,
  ]
  const ozone = rankTest(may, august)
  assert.equal(ozone.share, 127.5 / (26 * 26))
  assertNear(ozone.p, 0.0001208, 2e-3)
  assertNear(rankTest(august, may).p, ozone.p)
})

test('the rank test ignores equal samples and notices a small shift', () => {
  assert.deepEqual(rankTest([3, 3, 3], [3, 3]), { share: 0.5, p: 1 })
  const noise = Array.from({ length: 500 }, (_, index) => ((index * 7_919) % 500) / 500)
  assertNear(rankTest(noise, noise).p, 1)
  const { share, p } = rankTest(
    noise.map((value) => value + 0.1),
    noise,
  )
  assert.ok(share > 0.58 && share < 0.62 && p < 1e-6, `${share} ${p}`)
})
