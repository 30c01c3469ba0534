#!/usr/bin/env node
// still runs by itself: it was the command, and npx keeps links to it
import { operatorMessage } from '../src/platform/errors.ts'
import { type Command, UsageError } from './commands/command.ts'
import { note } from './commands/output.ts'
import { serveCommand } from './commands/serve.ts'

const [first = 'serve', ...args] = process.argv.slice(2)
const name = first === '--version' ? 'version' : first
// the others would take 9 MB of memory as long as it serves
const commands: Record<string, Command> =
  name === 'serve' ? { serve: serveCommand } : (await import('./commands/index.ts')).commands
const command = Object.hasOwn(commands, name) ? commands[name] : undefined

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
  const lines = Object.values(commands).map(lineOf)
  const asked = ['help', '--help', '-h'].includes(name)
  const output = asked ? process.stdout : process.stderr
  output.write(`${asked ? '' : `Unknown command: ${name}\n\n`}Usage:\n${lines.join('\n')}\n`)
  process.exitCode = asked ? 0 : 2
}
