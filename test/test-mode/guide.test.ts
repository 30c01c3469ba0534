import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testOperations } from '../../src/test-mode/routes/operations.ts'
import { nodeFlags } from '../support/child.ts'
import { blocksIn, guide, linesOf, placeApplication } from '../support/guide-application.ts'

test('the first test of the guide passes', async () => {
  const run = await placeApplication({ 'guide.test.mjs': `${blocksIn('js')[0]}` })
  const report = await run(process.execPath, [...nodeFlags, '--test-reporter=tap', 'guide.test.mjs'])
  assert.match(report, /^# pass 1$/m, report)
})

test('a sign-up by a mailed code and an app takes at most 15 lines, and a test in Go 40', () => {
  assert.ok(linesOf(blocksIn('js')[2]) <= 15)
  assert.ok(linesOf(blocksIn('go')[0]) <= 40)
})

test('the guide has every call', () => {
  for (const operation of Object.keys(testOperations)) {
    const [method, path = ''] = operation.split(' ')
    const named = path.replace(/:(\w+)/g, '{$1}')
    const row = guide.split('\n').find((line) => line.startsWith('| `') && line.includes(named))
    assert.match(`${row}`, new RegExp(`\`${method}\\b`), operation)
  }
})
