import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { benchmarkAddress } from './ask.ts'
import type { Load, Operation, OperationName, Request, Service, Turn } from './contender.ts'
import { contenders } from './contenders/index.ts'
import { cpuMicros } from './gauges.ts'
import { percentile } from './statistics.ts'

/** A requested measurement. */
export type Order = { operation: OperationName; connections: number; seconds: number }
/** Its result, or why it is void. */
export type Outcome = { load: Load } | { wrong: string }

/** Loads a service from a process of its own, while that has a parent: `load.ts CONTENDER BASES PIDS`. */
const [name, addresses = '', processes = ''] = process.argv.slice(2)
const bases = addresses.split(',')
const pids = processes.split(',').map(Number)
const service = contenders.find((candidate) => candidate.name === name) as Service

process.on('message', async (order: Order) => {
  const outcome: Outcome = await measure(order).then(
    (load) => ({ load }),
    (error) => ({ wrong: String(error) }),
  )
  process.send?.(outcome)
})
process.once('disconnect', () => process.exit())

async function measure({ operation: name, connections, seconds }: Order): Promise<Load> {
  const operation = service.operations[name] as Operation
  const { beside, settlesSeconds = beside ? 1 : 0.5 } = operation
  const turns = await prepared(operation, connections)
  const others = beside ? await prepared(beside, connections) : []
  let tookMs: number[] = []
  const lastsSeconds = settlesSeconds + seconds + 0.2
  const fired = Promise.all([fire(turns, lastsSeconds, (ms) => tookMs.push(ms)), fire(others, lastsSeconds)])

  await sleep(settlesSeconds * 1_000)
  const cpuBefore = await cpuMicros(pids)
  const sinceMs = performance.now()
  tookMs = []
  await sleep(seconds * 1_000)
  const [counted, forMs] = [tookMs, performance.now() - sinceMs]
  tookMs = []
  const cpuMicrosEach = ((await cpuMicros(pids)) - cpuBefore) / counted.length

  await fired
  if (counted.length === 0) throw new Error(`none was completed in ${seconds} s; measure for longer`)
  return {
    perSecond: (counted.length * 1_000) / forMs,
    p50: percentile(counted, 0.5),
    p99: percentile(counted, 0.99),
    cpuMicrosEach,
  }
}

function prepared({ prepare }: Operation, connections: number): Promise<Turn[]> {
  const baseOf = (connection: number) => bases[connection % bases.length] as string
  return Promise.all(Array.from({ length: connections }, (_, connection) => prepare(baseOf(connection))))
}

/**
 * Each turn on a connection of its own, over and over.
 * @param complete called with the duration of each completed operation, in milliseconds
 * @throws when an answer was wrong, once all is over
 */
async function fire(
  turns: readonly Turn[],
  forSeconds: number,
  complete: (tookMs: number) => void = () => {},
): Promise<void> {
  if (turns.length === 0) return
  const unused = [...turns]
  let wrong: unknown
  const { errors } = await autocannon({
    url: bases as unknown as string,
    connections: turns.length,
    duration: forSeconds,
    // how often it checks whether its time is over
    sampleInt: 100,
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
          complete(spentMs)
          spentMs = 0
        } catch (error) {
          wrong ??= error
        }
      })
    },
  })
  if (wrong) throw wrong
  if (errors > 0) throw new Error(`${errors} requests failed`)
}

/** As behind a proxy, each connection has an address of its own, from those for benchmarks (RFC 2544). */
function from(request: Request, client: string): Request {
  return { ...request, headers: { 'x-forwarded-for': client, ...request.headers } }
}
