import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/config/config.ts'
import { childEnvironment } from './child.ts'

const program = fileURLToPath(new URL('../../cli/sallyport.js', import.meta.url))

/** Runs the command line in a process of its own, with these settings and no others. */
export const runCli = (settings: Environment, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: childEnvironment(settings),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
