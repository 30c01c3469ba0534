import autocannon from 'autocannon'
import type { Contender, OperationName, Turn } from './contender.ts'
import { contenders } from './contenders/index.ts'

/** What the load generator measured. Durations in milliseconds. */
export type Load = { perSecond: number; p50: number; p99: number; answers: number }

/** Runs in a process of its own: `load.ts BASE CONTENDER OPERATION CONNECTIONS SECONDS`. Prints a `Load` as JSON. */
const [base = '', name, operation, connections, seconds] = process.argv.slice(2)
const contender = contenders.find((candidate) => candidate.name === name) as Contender
const count = Number(connections)
const turns: Turn[] = []
for (let connection = 0; connection < count; connection++) {
  const turn = await contender.operations[operation as OperationName]?.prepare(base, connection)
  turns.push(turn as Turn)
}

let wrong: unknown
const unused = [...turns]
const instance = autocannon({
  url: base,
  connections: count,
  duration: Number(seconds),
  setupClient: (client) => {
    const turn = unused.pop() as Turn
    const onResponse = (status: number, body: string) => {
      try {
        turn.accept(status, body)
      } catch (error) {
        wrong ??= error
      }
    }
    client.setRequests([{ setupRequest: (request) => ({ ...request, ...turn.next() }), onResponse }])
  },
})
const result = await instance
if (wrong || result.errors > 0 || result.timeouts > 0) {
  process.stderr.write(
    `${name} ${operation}: a wrong answer voids the run: ${wrong ?? `${result.errors} errors`}\n`,
  )
  process.exit(1)
}
const load: Load = {
  perSecond: result.requests.total / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  answers: result.requests.total,
}
process.stdout.write(JSON.stringify(load))
