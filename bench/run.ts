import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startCluster } from '../test/support/cluster.ts'
import { type Contender, type OperationName, operationNames } from './contender.ts'
import { contenders } from './contenders/index.ts'
import { createDatabase } from './database.ts'
import type { Load } from './load.ts'
import { table } from './report.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
    operations: { type: 'string', default: operationNames.join(',') },
  },
})
const rounds = options.quick ? 1 : Number(options.rounds)
const seconds = options.quick ? 2 : Number(options.seconds)
const operations = options.operations.split(',') as OperationName[]
const chosen = contenders.filter(({ name }) => !options.only || options.only.split(',').includes(name))

/** One round of one operation: what the load saw, and what it cost the service. */
export type Sample = Load & {
  contender: string
  operation: OperationName
  connections: number
  cpuMicros: number
  idleMb: number
  readyMs: number
}

const say = (line: string) => process.stderr.write(`${line}\n`)
const run = promisify(execFile)
const loadProgram = fileURLToPath(new URL('./load.ts', import.meta.url))

const measure = async (
  url: string,
  contender: Contender,
  operation: OperationName,
  connections: number,
): Promise<Sample> => {
  const service = await startContender(url, contender)
  try {
    const idleMb = await memoryMb(service.pid)
    const before = await cpuMicros(service.pid)
    const { stdout } = await run(process.execPath, [
      loadProgram,
      ...[service.base, contender.name, operation, String(connections), String(seconds)],
    ])
    const load = JSON.parse(stdout) as Load
    const cpu = ((await cpuMicros(service.pid)) - before) / load.answers
    return {
      ...load,
      contender: contender.name,
      operation,
      connections,
      cpuMicros: cpu,
      idleMb,
      readyMs: service.readyMs,
    }
  } finally {
    await service.stop()
  }
}

const startContender = async (
  url: string,
  { program, nodeArguments = [], environment, readyPath }: Contender,
) => {
  const port = 4_000 + Math.floor(Math.random() * 10_000)
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...nodeArguments, program], {
    env: { ...process.env, NODE_ENV: 'production', ...environment, DATABASE_URL: url, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  while (
    !(await fetch(base + readyPath).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await new Promise((later) => setTimeout(later, 10))
  }
  const stop = async () => {
    if (child.kill('SIGTERM')) await once(child, 'exit')
  }
  return { base, pid: child.pid as number, readyMs: performance.now() - startedMs, stop }
}

// Linux alone tells these; elsewhere they are left out
const memoryMb = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
}

const cpuMicros = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10_000
}

const cluster = await startCluster({ durable: true })
try {
  const urls = new Map<string, string>()
  for (const { name } of chosen)
    urls.set(name, await createDatabase(cluster.url, `bench_${name.replaceAll('-', '_')}`))
  const samples: Sample[] = []
  const plan = operations.flatMap((operation) =>
    options.connections.split(',').map((count) => ({ operation, count: Number(count) })),
  )
  const total = plan.length * rounds * chosen.length
  for (const { operation, count } of plan) {
    for (let round = 0; round < rounds; round++) {
      for (const contender of chosen.filter((candidate) => candidate.operations[operation])) {
        const sample = await measure(urls.get(contender.name) as string, contender, operation, count)
        samples.push(sample)
        say(
          `${samples.length}/${total} ${operation} ×${count} ${contender.name}: ${Math.round(sample.perSecond)}/s, p99 ${sample.p99} ms`,
        )
      }
    }
  }
  process.stdout.write(table(samples))
  const folder = new URL('./results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  const result = {
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    samples,
  }
  const file = new URL(`${result.at.replace(/[:.]/g, '-')}.json`, folder)
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  say(`written to bench/results/`)
} finally {
  await cluster.stop()
}
