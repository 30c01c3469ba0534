import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeOver } from './changeover.ts'
import { slowLine, usualLine } from './replay.ts'

const browsers = {
  'with locks': { hasLocks: true, orphans: 0.05 },
  'without locks': { hasLocks: false, orphans: 0 },
}
const lines = { usual: usualLine, slow: slowLine }

for (const [place, browser] of Object.entries(browsers)) {
  for (const [name, line] of Object.entries(lines)) {
    test(`no call is made as two people where people take turns, ${place}, on the ${name} line`, async () => {
      const { arrived, astray } = await changeOver(1, { ...browser, line, windowFrom: 'first use' })
      assert.ok(arrived > 200, `${arrived}`)
      assert.equal(astray, 0)
    })
  }
}
