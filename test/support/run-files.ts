import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/** Runs test files, each in a process of its own, in the order in which they are named. `node --test` would sort them. */
const [timeout, ...files] = process.argv.slice(2)

// one more than can work, because some wait: for a process that starts, for a second to pass
run({ files, concurrency: availableParallelism() + 1, timeout: Number(timeout) })
  .on('test:fail', () => {
    process.exitCode = 1
  })
  .compose(spec())
  .pipe(process.stdout)
