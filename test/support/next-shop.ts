import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { promisify } from 'node:util'
import type { Environment } from '../../src/config/config.ts'
import { atEnd } from './at-end.ts'
import { childEnvironment } from './child.ts'
import { npmEnvironment } from './npm.ts'
import { copyClient } from './packed-client.ts'

const run = promisify(execFile)
const own = { ...npmEnvironment, NEXT_TELEMETRY_DISABLED: '1' }

/** Builds the example for production, as its README says. @returns its folder */
export const buildNextShop = async (): Promise<string> => {
  const workshop = await mkdtemp(join(tmpdir(), 'sallyport-next-'))
  after(() => rm(workshop, { recursive: true, force: true }))
  await run('npm', ['run', 'build'], { cwd: await copyClient(workshop) })
  const folder = join(workshop, 'examples/next-shop')
  const isSource = (path: string) => !/next-shop\/(node_modules|\.next)$/.test(path)
  await cp(join(import.meta.dirname, '../../examples/next-shop'), folder, {
    recursive: true,
    filter: isSource,
  })
  const env = childEnvironment(own)
  for (const command of [
    ['ci', '--ignore-scripts'],
    ['run', 'build'],
  ])
    await run('npm', command, { cwd: folder, env })
  return folder
}

/** Starts it at a port, until the test file ends. */
export const startNextShop = async (folder: string, port: number, settings: Environment): Promise<void> => {
  const key = randomBytes(32).toString('base64')
  const origin = `http://127.0.0.1:${port}`
  const shop = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', `${port}`], {
    cwd: folder,
    env: childEnvironment({ ...own, SESSION_KEY: key, ORIGIN: origin, ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => shop.kill())
  for await (const line of createInterface(shop.stdout)) if (line.includes('Ready')) break
}
