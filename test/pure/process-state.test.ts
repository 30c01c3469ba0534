import assert from 'node:assert/strict'
import http from 'node:http'
import { test } from 'node:test'
import { changesBetween, processState } from '../support/process-state.ts'

const named = (part: string) => [`It changed ${part} of its process, in which other files run.`]

/** What a test could leave behind, and how it is undone. */
const changes: [part: string, change: () => () => void][] = [
  [
    'the umask',
    () => {
      const before = process.umask(0o27)
      return () => process.umask(before)
    },
  ],
  [
    'the working directory',
    () => {
      const before = process.cwd()
      process.chdir('/')
      return () => process.chdir(before)
    },
  ],
  [
    'the environment',
    () => {
      process.env.TEST_LEFT_BEHIND = '1'
      return () => delete process.env.TEST_LEFT_BEHIND
    },
  ],
  [
    'the listeners of signals',
    () => {
      const listener = () => {}
      process.on('SIGUSR2', listener)
      return () => process.off('SIGUSR2', listener)
    },
  ],
  [
    'the clock',
    () => {
      const before = Date
      globalThis.Date = class extends before {} as DateConstructor
      return () => Object.assign(globalThis, { Date: before })
    },
  ],
  [
    'the timers',
    () => {
      const before = setTimeout
      globalThis.setTimeout = Object.assign(() => before(() => {}, 0), before)
      return () => Object.assign(globalThis, { setTimeout: before })
    },
  ],
  [
    'the global agents',
    () => {
      const before = http.globalAgent
      http.globalAgent = new http.Agent()
      return () => Object.assign(http, { globalAgent: before })
    },
  ],
  [
    'fetch',
    () => {
      const before = fetch
      globalThis.fetch = () => before('data:,')
      return () => Object.assign(globalThis, { fetch: before })
    },
  ],
]

for (const [part, change] of changes) {
  test(`a test that changes ${part} of its process is reported`, () => {
    const before = processState()
    const undo = change()
    const after = processState()
    undo()
    assert.deepEqual(changesBetween(before, after), named(part))
    assert.deepEqual(changesBetween(before, processState()), [])
  })
}

test('a test that gives up root’s rights in its process is reported', {
  skip: process.getuid?.() !== 0 && 'only root has them',
}, () => {
  const before = processState()
  process.seteuid?.(65_534)
  const after = processState()
  process.seteuid?.(0)
  assert.deepEqual(changesBetween(before, after), named('the user'))
})
