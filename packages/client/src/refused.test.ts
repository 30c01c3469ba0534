import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefused, Offline, Refused } from './refused.ts'

test('a second copy of the module, as bundlers make them, knows the errors of the first', async () => {
  const address = './refused.ts?another-copy'
  const copy: typeof import('./refused.ts') = await import(address)
  assert.notEqual(copy.Refused, Refused)
  const error = new copy.Refused('no', { code: 'unauthorized', status: 401 })
  assert.ok(error instanceof Refused && isRefused(error, 'unauthorized'))
  assert.ok(new copy.Offline('away') instanceof Offline)
  for (const other of [new Offline('away'), new Error('no'), { code: 'unauthorized' }, undefined])
    assert.ok(!(other instanceof Refused))
})
