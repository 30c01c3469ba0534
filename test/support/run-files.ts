import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { testFlags } from './child.ts'

/** Runs test files, each in a process of its own, in the order in which they are named. `node --test` would sort them. */
const [timeout, ...files] = process.argv.slice(2)

// two leave a core idle whenever both wait; with more, tests that go by time would fail on two cores
run({ files, concurrency: 3, timeout: Number(timeout), execArgv: testFlags })
  .on('test:fail', () => {
    process.exitCode = 1
  })
  .compose(spec())
  .pipe(process.stdout)
