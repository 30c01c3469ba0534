import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { testFlags } from './child.ts'
import { atOnce } from './processes.ts'

/** Runs test files, each in a process of its own, in the order in which they are named. `node --test` would sort them. */
const [timeout, ...files] = process.argv.slice(2)

run({ files, concurrency: atOnce, timeout: Number(timeout), execArgv: testFlags })
  .on('test:fail', () => {
    process.exitCode = 1
  })
  .compose(spec())
  .pipe(process.stdout)
