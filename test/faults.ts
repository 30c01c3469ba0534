import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The faults that take minutes, on both databases: long freezes, a hundred kills under load on each, and more rounds of what races. */
const files = ['test/faults/**/*.test.ts', 'test/attacks/half-made-accounts.test.ts']
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), ...files], {
  stdio: 'inherit',
  env: { ...process.env, FAULTS: 'long', KILL_ROUNDS: '100' },
})
process.exitCode = status ?? 1
