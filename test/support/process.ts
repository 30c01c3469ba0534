import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config/config.ts'
import { childEnvironment, nodeFlags } from './child.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The service in a process of its own, as an operator starts it. */
export type ServiceProcess = {
  address: string
  child: ChildProcess
  /** Every line so far, of the log and of stderr. */
  said: string[]
  /** Sends the signal and waits for the end. @returns the exit code, null when the signal ended it */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** What is started by what, and where. */
type Start = { program?: string; runtime?: string; cwd?: string }

/** Starts it and waits until it listens. @throws with its output if it ends before that */
export const spawnService = async (
  environment: Environment,
  { program = main, runtime = process.execPath, cwd = process.cwd() }: Start = {},
): Promise<ServiceProcess> => {
  const env = childEnvironment({ PORT: '0', LOG_LEVEL: 'info', ...environment })
  const child = spawn(runtime, [...nodeFlags, program], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  // a test that fails half way must not leave a process that keeps the test file alive
  after(() => void child.kill('SIGKILL'))
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  const address = await new Promise<string>((listening, ended) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      const entry = line.startsWith('{') ? JSON.parse(line) : {}
      const [, address] = /^listening at (.+)/.exec(entry.msg) ?? []
      if (address) listening(address)
    })
    child.once('exit', () => ended(new Error(said.join('\n'))))
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    return (await exit)[0]
  }
  return { address, child, said, end }
}
