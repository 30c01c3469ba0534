import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import type { Service } from './contender.ts'
import { withChildren } from './gauges.ts'

export type Running = Awaited<ReturnType<typeof startService>>

/** Starts all processes of a service in production mode and waits until each serves. */
export const startService = async (service: Service, url: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const startedMs = performance.now()
  const processes: { child: ChildProcess; base: string }[] = []
  const stop = async () => {
    await Promise.all(processes.map(({ child }) => ended(child)))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let number = 0; number < (service.processes ?? 1); number++) {
      const port = await freePort()
      const [file, ...args] = service.isBinary
        ? [service.program, ...(service.programArguments ?? [])]
        : [process.execPath, ...(service.nodeArguments ?? []), service.program]
      const child = spawn(file, args, {
        env: {
          ...environment,
          DATA_DIR: folder,
          ...(service.isEmbedded ? {} : { DATABASE_URL: url }),
          ...service.environment?.({ url, port, folder }),
          NODE_ENV: 'production',
          PORT: String(port),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const base = `http://127.0.0.1:${port}`
      processes.push({ child, base })
      await ready(child, base + service.readyPath)
    }
  } catch (error) {
    await stop()
    throw error
  }
  const readyMs = performance.now() - startedMs
  const pids = await withChildren(processes.map(({ child }) => child.pid as number))
  return { bases: processes.map(({ base }) => base), pids, readyMs, stop }
}

const { DATABASE_URL: _, DATA_DIR: __, ...environment } = process.env

const ready = async (child: ChildProcess, url: string) => {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`)
    await sleep(5)
  }
}

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
}
