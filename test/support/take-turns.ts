import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { endProcess } from './at-end.ts'
import type { Database } from './plan.ts'
import { changesBetween, processState } from './process-state.ts'
import { processTimes } from './process-times.ts'

type Turn = [file: string, load: () => Promise<unknown>]

/**
 * Runs files one after the other, each as a suite. A file's duration is recorded for later plans, and one that changes
 * the process fails, because later files would be affected.
 */
export const takeTurns = async (database: Database, turns: readonly Turn[]): Promise<void> => {
  process.env.TEST_DATABASE = database
  for (const [file, load] of turns) {
    const start = processTimes()
    let state = processState()
    await suite(file, async () => {
      // the first suite brings listeners of its own
      state = processState()
      await load()
    })
    note({ file, database, ...processTimes(start) })
    const changes = changesBetween(state, processState())
    if (changes.length > 0)
      await test(`${file} leaves the process as it was`, () => assert.fail(changes.join('\n')))
  }
  // no hook of the root: it would run as soon as there is nothing to wait for between two files
  await endProcess()
}

const note = (line: object): void => {
  const { TEST_TIMES } = process.env
  if (TEST_TIMES) appendFileSync(TEST_TIMES, `${JSON.stringify(line)}\n`)
}
