#!/usr/bin/env node
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

// TurboFan takes a fifth of all processor time, and most of the work is done before its code is ready. It needs Maglev in its
// place, which Node 20 and 22 lack.
if (Number.parseInt(process.versions.node, 10) >= 24) setFlagsFromString('--no-turbofan')

// Two documents of 4 MB take a quarter less memory, and no longer: what is new is soon garbage, and needs no more room.
setFlagsFromString('--semi-space-growth-factor=1')

// Most of the time of a small comparison goes into compiling all this: the second one takes a third. Node 20 can't.
module.enableCompileCache?.()
const { printable } = await import('./outcome.ts')
const { run } = await import('./run.ts')

// https://no-color.org
const isColoured = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'

// a pager or `head` that has seen enough is no failure
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
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
