import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config/config.ts'
import { atEnd } from './at-end.ts'
import { childEnvironment, nodeFlags } from './child.ts'

const program = fileURLToPath(new URL('../../cli/sallyport.js', import.meta.url))

const options = [...nodeFlags, program]

type Ended = { status: number | null; stdout: string; stderr: string }

/** Runs the command line in a process of its own, with these settings and no others. */
export const runCli = (settings: Environment, ...args: string[]): Ended => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...args], {
    env: childEnvironment(settings),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const each = fileURLToPath(new URL('./each-command.ts', import.meta.url))

/** The same for many command lines that start nothing, one after the other in one process. */
export const runCliEach = (settings: Environment, lists: readonly (readonly string[])[]): Ended[] => {
  const { stdout, stderr } = spawnSync(process.execPath, [...nodeFlags, each, JSON.stringify(lists)], {
    env: childEnvironment(settings),
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The same with a standard output that nobody reads. */
export const runCliUnread = (settings: Environment, ...args: string[]): Omit<Ended, 'stdout'> => {
  const command = '{ { "$@"; echo $? >&3; } | true; } 3>&1'
  const { stdout, stderr } = spawnSync('sh', ['-c', command, 'sh', process.execPath, ...options, ...args], {
    env: childEnvironment(settings),
    encoding: 'utf8',
  })
  return { status: Number(stdout), stderr }
}

/** The same with a file piped to its standard input. */
export const runCliPiped = (settings: Environment, path: string, ...args: string[]): Ended => {
  const command = 'cat "$0" | "$@"'
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', command, path, process.execPath, ...options, ...args],
    { env: childEnvironment(settings), encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

/** The same beside what goes on in this process. */
export const besideCli = async (settings: Environment, ...args: string[]): Promise<Ended> => {
  const child = startCli(settings, ...args)
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { status, stdout, stderr }
}

/** Starts it, and ends it with the test file at the latest. */
export const startCli = (settings: Environment, ...args: string[]) => {
  const child = spawn(process.execPath, [...options, ...args], {
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => child.kill('SIGKILL'))
  return child
}
