import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Contender, Floor, Load, OperationName, Sample, Service } from './contender.ts'
import { memoryMb } from './gauges.ts'
import type { Order, Outcome } from './load.ts'
import { startService } from './service.ts'

/** A running contender. */
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

/** The load continues in the same process: a new one would have to compile its code first. */
const openService = async (service: Service, url: string): Promise<Opened> => {
  const { bases, pids, readyMs, stop } = await startService(service, url)
  const idleMb = await memoryMb(pids)
  const load = fork(loadProgram, [service.name, bases.join(), pids.join()])
  const gone = once(load, 'exit').then(([code]): never => {
    throw new Error(`the load ended with ${code}`)
  })
  gone.catch(() => {})
  return {
    contender: service,
    pids,
    measure: async (operation, connections, seconds) => {
      load.send({ operation, connections, seconds } satisfies Order)
      const [outcome] = (await Promise.race([once(load, 'message'), gone])) as [Outcome]
      if ('wrong' in outcome) throw new Error(outcome.wrong)
      return { ...outcome.load, idleMb, busyMb: await memoryMb(pids), readyMs }
    },
    close: async () => {
      if (load.connected) load.disconnect()
      await stop()
    },
  }
}
