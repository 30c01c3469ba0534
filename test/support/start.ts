import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config/config.ts'
import { childEnvironment, nodeFlags } from './child.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A start that may fail: what the process said so far, and how it ended. */
export const startProcess = (environment: Environment) => {
  const env = childEnvironment({ PORT: '0', ...environment })
  const child = spawn(process.execPath, [...nodeFlags, main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  after(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, said, ended }
}
