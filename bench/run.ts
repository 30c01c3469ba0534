import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startCluster } from '../test/support/cluster.ts'
import { type Contender, type OperationName, operationNames, type Sample } from './contender.ts'
import { contenders } from './contenders/index.ts'
import { createDatabase } from './database.ts'
import { installationMb, installPeers } from './installation.ts'
import { type Opened, open } from './measure.ts'
import { plot } from './plot.ts'
import { medians, table } from './report.ts'
import { startService } from './service.ts'
import { verdicts } from './targets.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    starts: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    operations: { type: 'string' },
    only: { type: 'string' },
  },
})
// the cases that fit into four minutes
const quickOperations = ['check', 'refresh', 'sign-in']
const quickContenders = [
  'sallyport',
  'sallyport-embedded',
  'better-auth',
  'adonisjs',
  'argon2',
  'pg',
  'fastify',
]
const rounds = Number(options.rounds)
const seconds = Number(options.seconds ?? (options.quick ? 1 : 4))
// throughput differs more between two starts of the same code than a small change makes
const starts = Number(options.starts)
// until a service's code is compiled and its connections are prepared, it measures the start
const warmUpSeconds = options.quick ? 2 : 5
const operations = (options.operations?.split(',') ??
  (options.quick ? quickOperations : operationNames)) as OperationName[]
const connectionCounts = options.connections.split(',').map(Number)
const names = options.only?.split(',') ?? (options.quick ? quickContenders : undefined)

const say = (line: string) => process.stderr.write(`${line}\n`)

type Step = Pick<Sample, 'operation' | 'connections' | 'contender'>

const titleOf = ({ operation, connections, contender }: Step) => `${operation} ×${connections} ${contender}`

const canDo = (contender: Contender, operation: OperationName) =>
  operation in ('floors' in contender ? contender.floors : contender.operations)

const chosen = contenders.filter(
  (contender) =>
    (!names || names.includes(contender.name)) && operations.some((operation) => canDo(contender, operation)),
)
if (chosen.some((contender) => 'install' in contender)) await installPeers(say)

const warmUpSecondsOf = ({ contender }: Step) => {
  const one = chosen.find(({ name }) => name === contender)
  return (one && 'warmUpSeconds' in one && one.warmUpSeconds) || warmUpSeconds
}

const cluster = await startCluster({ durable: true })
try {
  const urls = new Map<string, string>()
  for (const contender of chosen) {
    const url = await createDatabase(cluster.url, `bench_${contender.name.replaceAll(/[^a-z0-9]/g, '_')}`)
    urls.set(contender.name, url)
    if ('setUp' in contender) await contender.setUp?.(url)
    if ('populate' in contender) {
      say(`${contender.name}: filling its database`)
      const { stop } = await startService(contender, url)
      await stop()
      await contender.populate?.(url, say)
    }
  }

  const steps = operations.flatMap((operation) =>
    connectionCounts.flatMap((connections) =>
      chosen
        .filter((contender) => canDo(contender, operation))
        .map(({ name }): Step => ({ operation, connections, contender: name })),
    ),
  )
  const samples: Sample[] = []
  // all its rounds are void, before and after; the others' remain valid
  const voided = new Set<string>()
  let done = 0
  for (let start = 0; start < starts; start++) {
    const opened = new Map<string, Opened>()
    const measure = async (step: Step, seconds: number) => {
      if (voided.has(titleOf(step))) return
      try {
        return await opened.get(step.contender)?.measure(step.operation, step.connections, seconds)
      } catch (error) {
        voided.add(titleOf(step))
        say(`${titleOf(step)}: void. ${(error as Error).message}`)
        process.exitCode = 1
      }
    }
    try {
      for (const contender of chosen)
        opened.set(contender.name, await open(contender, urls.get(contender.name) as string))
      say(`warming up ${steps.length} times`)
      for (const step of steps) await measure(step, warmUpSecondsOf(step))
      // a minute in which the machine was slower is then in one round of many, and not in all rounds of one
      for (let round = 0; round < rounds; round++) {
        // the first in a round finds another machine than the last
        for (const step of (start + round) % 2 === 0 ? steps : steps.toReversed()) {
          const figures = await measure(step, seconds)
          done++
          if (!figures) continue
          samples.push({ ...step, ...figures })
          const told = `${Math.round(figures.perSecond)} a second, p99 ${figures.p99.toFixed(1)} ms`
          say(`${done}/${steps.length * rounds * starts} ${titleOf(step)}: ${told}`)
        }
      }
    } finally {
      await Promise.all([...opened.values()].map(({ close }) => close()))
    }
  }

  const valid = samples.filter((sample) => !voided.has(titleOf(sample)))
  const rows = medians(valid)
  const installations = await installationMb(chosen)
  process.stdout.write(`${table(rows)}\n${verdicts(rows, installations)}`)
  const folder = new URL('./results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const machine = { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model }
  const result = { at, machine, starts, rounds, seconds, medians: rows, installations, samples: valid }
  await writeFile(new URL(`${at.replace(/[:.]/g, '-')}.json`, folder), `${JSON.stringify(result, null, 2)}\n`)
  await writeFile(new URL('latest.svg', folder), plot(rows))
  say('written to bench/results/')
} finally {
  await cluster.stop()
}
