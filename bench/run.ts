import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startCluster } from '../test/support/cluster.ts'
import {
  type Contender,
  type Floor,
  type Load,
  type OperationName,
  operationNames,
  type Sample,
  type Service,
} from './contender.ts'
import { contenders } from './contenders/index.ts'
import { createDatabase } from './database.ts'
import { memoryMb } from './gauges.ts'
import { installationMb, installPeers } from './installation.ts'
import { plot } from './plot.ts'
import { medians, table } from './report.ts'
import { startService } from './service.ts'
import { verdicts } from './targets.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '16' },
    operations: { type: 'string' },
    only: { type: 'string' },
    plot: { type: 'boolean', default: false },
  },
})
const quickOperations = ['check', 'refresh', 'sign-in', 'register']
const rounds = Number(options.rounds ?? (options.quick ? 1 : 5))
const seconds = Number(options.seconds ?? (options.quick ? 2 : 4))
const operations = (options.operations?.split(',') ??
  (options.quick ? quickOperations : operationNames)) as OperationName[]
const names = options.only?.split(',')

const say = (line: string) => process.stderr.write(`${line}\n`)
const run = promisify(execFile)

const measure = (contender: Contender, operation: OperationName, connections: number, url: string) =>
  'floors' in contender
    ? measureFloor(contender, operation, connections, url)
    : measureService(contender, operation, connections, url)

const measureFloor = async (
  { floors }: Floor,
  operation: OperationName,
  connections: number,
  url: string,
) => {
  const program = floors[operation] as string
  const { stdout } = await run(process.execPath, [program, String(connections), String(seconds)], {
    env: { ...process.env, DATABASE_URL: url },
  })
  return JSON.parse(stdout) as Load
}

const loadProgram = fileURLToPath(new URL('./load.ts', import.meta.url))

const measureService = async (
  service: Service,
  operation: OperationName,
  connections: number,
  url: string,
) => {
  const { bases, pids, readyMs, stop } = await startService(service, url)
  try {
    const idleMb = await memoryMb(pids)
    const load = [service.name, operation, connections, seconds, bases.join(), pids.join()].map(String)
    const { stdout } = await run(process.execPath, [loadProgram, ...load])
    return { ...(JSON.parse(stdout) as Load), idleMb, busyMb: await memoryMb(pids), readyMs }
  } finally {
    await stop()
  }
}

const canDo = (contender: Contender, operation: OperationName) =>
  operation in ('floors' in contender ? contender.floors : contender.operations)

const chosen = contenders.filter(
  (contender) =>
    (names ? names.includes(contender.name) : !(options.quick && 'isSlow' in contender)) &&
    operations.some((operation) => canDo(contender, operation)),
)
if (chosen.some((contender) => 'install' in contender)) await installPeers(say)

const cluster = await startCluster({ durable: true })
try {
  const urls = new Map<string, string>()
  for (const contender of chosen) {
    const url = await createDatabase(cluster.url, `bench_${contender.name.replaceAll(/[^a-z0-9]/g, '_')}`)
    urls.set(contender.name, url)
    if ('populate' in contender) {
      say(`${contender.name}: filling its database`)
      const { stop } = await startService(contender, url)
      await stop()
      await contender.populate?.(url, say)
    }
  }

  const plan = operations.flatMap((operation) =>
    options.connections
      .split(',')
      .flatMap((connections) =>
        Array.from({ length: rounds }, () =>
          chosen
            .filter((contender) => canDo(contender, operation))
            .map((contender) => ({ contender, operation, connections: Number(connections) })),
        ).flat(),
      ),
  )
  const samples: Sample[] = []
  for (const { contender, operation, connections } of plan) {
    const load = await measure(contender, operation, connections, urls.get(contender.name) as string)
    samples.push({ ...load, contender: contender.name, operation, connections })
    const figures = `${Math.round(load.perSecond)} a second, p99 ${load.p99.toFixed(1)} ms`
    say(`${samples.length}/${plan.length} ${operation} ×${connections} ${contender.name}: ${figures}`)
  }

  const rows = medians(samples)
  const installations = await installationMb(chosen)
  process.stdout.write(`${table(rows)}\n${verdicts(rows, installations)}`)
  const folder = new URL('./results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const machine = { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model }
  const result = { at, machine, rounds, seconds, medians: rows, installations, samples }
  await writeFile(new URL(`${at.replace(/[:.]/g, '-')}.json`, folder), `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(new URL('latest.svg', folder), plot(rows))
  say('written to bench/results/')
} finally {
  await cluster.stop()
}
