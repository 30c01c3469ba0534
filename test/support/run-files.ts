import { appendFileSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { nodeFlags } from './child.ts'

/**
 * Runs programs of test files, each in a process of its own, in the order in which they are named. `node --test` would
 * sort them. What fails is noted in the file that TEST_RED names, with its program.
 */
const [timeout, concurrency, ...files] = process.argv.slice(2)

run({ files, concurrency: Number(concurrency), timeout: Number(timeout), execArgv: nodeFlags })
  .on('test:fail', ({ file = '', name, nesting }) => {
    process.exitCode = 1
    if (nesting === 0)
      appendFileSync(`${process.env.TEST_RED}`, `${JSON.stringify({ program: file, name })}\n`)
  })
  .compose(spec())
  .pipe(process.stdout)
