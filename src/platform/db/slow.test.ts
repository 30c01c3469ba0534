import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMetrics } from '../metrics/metrics.ts'
import { tellSlow } from './slow.ts'
import { query } from './sql.ts'

test('a statement that takes a second is logged as slow and no other, unless an outage is being logged', async () => {
  for (const isOut of [false, true]) {
    const told: unknown[] = []
    const runner = { run: async ({ name }: { name: string }) => (name === 'late' ? sleep(1_010, []) : []) }
    const db = tellSlow(runner as never, {
      log: { warn: (...line: unknown[]) => void told.push(...line) } as never,
      metrics: newMetrics(),
      isOut: () => isOut,
    })
    await db.run(query('quick')`select 1`)
    await db.run(query('late')`select 1`)
    const [about, ...words] = told
    assert.deepEqual(words, isOut ? [] : ['a statement was slow'])
    if (!isOut) assert.equal((about as { statement: string }).statement, 'late')
  }
})
