import pg from 'pg'
import { prepared } from '../../src/platform/db/sql.ts'
import { rotation } from '../../src/sessions/queries/rotation.ts'
import type { Load } from '../contender.ts'
import { percentile } from '../statistics.ts'
import { type Claim, makeTables, openSession } from './rotatable.ts'

// The statement that spends a refresh token, by the driver alone, one at a time a connection: `pg.ts CONNECTIONS SECONDS`
const [connections, seconds] = process.argv.slice(2).map(Number) as [number, number]
const url = process.env.DATABASE_URL as string
await makeTables(url)

const tookMs: number[] = []

const rotateFor = async (client: pg.Client, claim: Claim, forSeconds: number) => {
  const endsMs = performance.now() + forSeconds * 1_000
  for (let startedMs = performance.now(); startedMs < endsMs; startedMs = performance.now()) {
    const { rows } = await client.query(
      prepared(rotation([{ ...claim, generation: generations.get(client) ?? 0 }])),
    )
    generations.set(client, rows[0].generation)
    tookMs.push(performance.now() - startedMs)
  }
}

const generations = new Map<pg.Client, number>()
const clients = Array.from({ length: connections }, () => new pg.Client(url))
await Promise.all(clients.map((client) => client.connect()))
const claims = await Promise.all(clients.map(openSession))
const rotateAll = (forSeconds: number) =>
  Promise.all(clients.map((client, index) => rotateFor(client, claims[index]!, forSeconds)))

await rotateAll(2)
tookMs.length = 0
await rotateAll(seconds)
await Promise.all(clients.map((client) => client.end()))
const load: Load = {
  perSecond: tookMs.length / seconds,
  p50: percentile(tookMs, 0.5),
  p99: percentile(tookMs, 0.99),
}
process.stdout.write(JSON.stringify(load))
