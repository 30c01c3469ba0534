import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contender, Floor, Load, OperationName, Sample, Service } from './contender.ts'
import { memoryMb } from './gauges.ts'
import { startService } from './service.ts'

/** A contender at work. */
export type Opened = {
  contender: Contender
  /** Of its processes, while it is open. */
  pids: readonly number[]
  /** Loads it for so long, with so many connections. @throws when an answer is wrong */
  measure(operation: OperationName, connections: number, seconds: number): Promise<Figures>
  close(): Promise<void>
}

type Figures = Omit<Sample, 'contender' | 'operation' | 'connections'>

const run = promisify(execFile)
const loadProgram = fileURLToPath(new URL('./load.ts', import.meta.url))

/** Starts a service, which runs until it is closed. A floor runs only while it is measured. */
export const open = (contender: Contender, url: string): Promise<Opened> =>
  'floors' in contender ? openFloor(contender, url) : openService(contender, url)

const openFloor = async (floor: Floor, url: string): Promise<Opened> => ({
  contender: floor,
  pids: [],
  measure: async (operation, connections, seconds) => {
    const program = floor.floors[operation] as string
    const { stdout } = await run(process.execPath, [program, String(connections), String(seconds)], {
      env: { ...process.env, DATABASE_URL: url },
    })
    return JSON.parse(stdout) as Load
  },
  close: async () => {},
})

const openService = async (service: Service, url: string): Promise<Opened> => {
  const { bases, pids, readyMs, stop } = await startService(service, url)
  const idleMb = await memoryMb(pids)
  return {
    contender: service,
    pids,
    measure: async (operation, connections, seconds) => {
      const load = [service.name, operation, connections, seconds, bases.join(), pids.join()].map(String)
      const { stdout } = await run(process.execPath, [loadProgram, ...load])
      return { ...(JSON.parse(stdout) as Load), idleMb, busyMb: await memoryMb(pids), readyMs }
    },
    close: stop,
  }
}
