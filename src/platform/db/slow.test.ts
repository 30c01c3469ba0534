import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMetrics } from '../metrics/metrics.ts'
import { tellSlow } from './slow.ts'
import { query } from './sql.ts'

test('a statement that takes a second is logged as slow, unless an outage is being logged', async () => {
  for (const isOut of [false, true]) {
    const told: unknown[] = []
    const late = { run: async () => sleep(1_010, []) }
    const db = tellSlow(late as never, {
      log: { warn: (...line: unknown[]) => void told.push(line[1]) } as never,
      metrics: newMetrics(),
      isOut: () => isOut,
    })
    await db.run(query('late')`select 1`)
    assert.deepEqual(told, isOut ? [] : ['a statement was slow'])
  }
})
