#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { printable } from './outcome.ts'
import { run } from './run.ts'

// Two documents of 4 MB take a quarter less memory, and no longer: what is new is soon garbage, and needs no more room.
setFlagsFromString('--semi-space-growth-factor=1')

// https://no-color.org
const isColoured = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'

// a pager or `head` that has seen enough is no failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  const { exitCode, output, complaint = '' } = await run(process.argv.slice(2), isColoured)
  process.stdout.write(output)
  process.stderr.write(complaint)
  process.exitCode = exitCode
} catch (error) {
  // 1 says that something breaks
  process.stderr.write(`${printable((error as Error).message)}\n`)
  process.exitCode = 2
}
