import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { timed } from '../support/timed.ts'
import { until } from '../support/until.ts'

/** Stands still without computing, as a thread does that is not let run. */
const stand = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const compute = (ms: number) => {
  const { user, system } = process.threadCpuUsage()
  const untilUs = user + system + ms * 1_000
  for (let spentUs = 0; spentUs < untilUs; ) {
    const now = process.threadCpuUsage()
    spentUs = now.user + now.system
  }
}

test('what is waited for and what is computed count, and a time in which nothing was let run does not', async () => {
  assert.ok((await timed(() => compute(300))) > 290)
  // a machine that stands still meanwhile takes something from either
  await until(async () => (await timed(() => sleep(300))) > 290)
  await until(async () => {
    const tookMs = await timed(async () => {
      await sleep(50)
      stand(2_000)
      await sleep(50)
    })
    return tookMs > 90 && tookMs < 1_000
  })
})
