#!/usr/bin/env node
import { printable } from './outcome.ts'
import { run } from './run.ts'

try {
  const { exitCode, output } = await run(process.argv.slice(2))
  process.stdout.write(output)
  process.exitCode = exitCode
} catch (error) {
  // 1 says that something breaks
  process.stderr.write(`${printable((error as Error).message)}\n`)
  process.exitCode = 2
}
