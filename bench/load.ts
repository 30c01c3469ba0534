import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { benchmarkAddress } from './ask.ts'
import type { Load, Operation, OperationName, Request, Service, Turn } from './contender.ts'
import { contenders } from './contenders/index.ts'
import { cpuMicros } from './gauges.ts'
import { percentile } from './statistics.ts'

/** Runs in a process of its own: `load.ts CONTENDER OPERATION CONNECTIONS SECONDS BASES PIDS`. Prints a `Load`. */
const [name, operationName, connections, duration, addresses = '', processes = ''] = process.argv.slice(2)
const bases = addresses.split(',')
const count = Number(connections)
const seconds = Number(duration)
const warmUpSeconds = 1
const pids = processes.split(',').map(Number)
const service = contenders.find((candidate) => candidate.name === name) as Service
const operation = service.operations[operationName as OperationName] as Operation

const prepared = (of: Operation): Promise<Turn[]> =>
  Promise.all(
    Array.from({ length: count }, (_, connection) => of.prepare(bases[connection % bases.length] as string)),
  )

let wrong: unknown

/** As behind a proxy, each connection is somebody with an address of their own, of those for benchmarks (RFC 2544). */
const from = (request: Request, client: string): Request => ({
  ...request,
  headers: { 'x-forwarded-for': client, ...request.headers },
})

/** @returns how long each operation took that was completed while it counts, in milliseconds */
const fire = async (turns: Turn[], forSeconds: number, counts = () => true): Promise<number[]> => {
  const unused = [...turns]
  const tookMs: number[] = []
  const { errors } = await autocannon({
    url: bases as unknown as string,
    connections: count,
    duration: forSeconds,
    timeout: 30,
    setupClient: (client) => {
      const { next, accept } = unused.pop() as Turn
      const address = benchmarkAddress(unused.length)
      let answer: [status: number, body: string]
      let spentMs = 0
      const onResponse = (...received: [number, string]) => {
        answer = received
      }
      client.setRequests(
        typeof next === 'function'
          ? [{ setupRequest: (request) => ({ ...request, ...from(next(), address) }), onResponse }]
          : [{ ...from(next, address), onResponse }],
      )
      client.on('response', (_status, _bytes, ms) => {
        spentMs += ms
        try {
          if (accept(...answer) === false) return
          if (counts()) tookMs.push(spentMs)
          spentMs = 0
        } catch (error) {
          wrong ??= error
        }
      })
    },
  })
  if (errors > 0) wrong ??= new Error(`${errors} requests failed`)
  return tookMs
}

// answers that are under way when the time is over are lost to their turns, so each phase has turns of its own
const [warmUp, turns] = [await prepared(operation), await prepared(operation)]
const others = operation.beside ? await prepared(operation.beside) : []
const { settlesSeconds = 0 } = operation
if (others.length > 0) void fire(others, warmUpSeconds + settlesSeconds + seconds + 1)
await fire(warmUp, warmUpSeconds)
let counts = false
const begun = sleep(settlesSeconds * 1_000).then(async () => {
  const cpuBefore = await cpuMicros(pids)
  counts = true
  return { cpuBefore, sinceMs: performance.now() }
})
if (settlesSeconds === 0) await begun
const tookMs = await fire(turns, settlesSeconds + seconds, () => counts)
const { cpuBefore, sinceMs } = await begun
const perSecond = (tookMs.length * 1_000) / (performance.now() - sinceMs)
const cpuMicrosEach = ((await cpuMicros(pids)) - cpuBefore) / tookMs.length
if (tookMs.length === 0) wrong ??= new Error(`none was completed in ${seconds} s; measure for longer`)
if (wrong) {
  process.stderr.write(`${wrong}\n`)
  process.exit(1)
}
const load: Load = { perSecond, p50: percentile(tookMs, 0.5), p99: percentile(tookMs, 0.99), cpuMicrosEach }
process.stdout.write(JSON.stringify(load))
// what runs beside is not waited for
process.exit(0)
