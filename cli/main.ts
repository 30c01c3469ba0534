#!/usr/bin/env node
// still runs by itself: it used to be the command, and npx keeps links to it
import { operatorMessage } from '../src/platform/errors.ts'
import { errorCode } from '../src/platform/properties-of.ts'
import { type Command, UsageError } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { note } from './commands/output.ts'

// `| head` closes the pipe once it has enough, and the command finishes all the same
for (const output of [process.stdout, process.stderr])
  output.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error
  })

const [first = 'serve', ...args] = process.argv.slice(2)
const name = first === '--version' ? 'version' : first
const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined

const width = 26
const lineOf = ({ usage, about }: Command) =>
  `  sallyport ${usage.length > width ? `${usage}\n${' '.repeat(width + 12)}` : usage.padEnd(width)}  ${about}`

if (command && args.some((arg) => ['--help', '-h'].includes(arg))) {
  process.stdout.write(`Usage: sallyport ${command.usage}\n${command.about}\n${command.details ?? ''}`)
} else if (command && args.length > (command.most ?? args.length)) {
  process.stderr.write(`Usage: sallyport ${command.usage}\n`)
  process.exitCode = 2
} else if (command) {
  await command.run(args).catch((error: Error) => {
    note(...operatorMessage(error).split('\n'))
    process.exitCode = error instanceof UsageError ? 2 : 1
  })
} else {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  const lines = all.map(lineOf)
  const asked = ['help', '--help', '-h'].includes(name)
  const output = asked ? process.stdout : process.stderr
  output.write(`${asked ? '' : `Unknown command: ${name}\n\n`}Usage:\n${lines.join('\n')}\n`)
  process.exitCode = asked ? 0 : 2
}
