import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareVersions } from './versions.ts'

test('versions are sorted by SemVer, and a release follows its pre-releases', () => {
  const inOrder = [
    '0.9.0',
    '0.10.0',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0-rc-1',
    '1.0.0',
    '1.0.1-rc.1',
    '2.0.0',
  ]
  for (const [index, one] of inOrder.entries())
    for (const [at, other] of inOrder.entries())
      assert.equal(Math.sign(compareVersions(one, other)), Math.sign(index - at), `${one} and ${other}`)
  assert.equal(compareVersions('1.0.0+a', '1.0.0+b'), 0)
  assert.ok(compareVersions('v9.0.0', 'v10.0.0') < 0)
})
