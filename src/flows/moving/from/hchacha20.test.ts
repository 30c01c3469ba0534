import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hchacha20 } from './hchacha20.ts'

test('the vector of draft-irtf-cfrg-xchacha-03 §2.2.1 holds', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
  const input = Buffer.from('000000090000004a0000000031415927', 'hex')
  assert.equal(
    hchacha20(key, input).toString('hex'),
    '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc',
  )
})
