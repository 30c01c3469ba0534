import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { prepared } from '../../src/platform/db/sql.ts'
import { rotation } from '../../src/sessions/rotation/queries.ts'
import type { Load } from '../contender.ts'
import { percentile } from '../statistics.ts'

// The statement that spends a refresh token, by the driver alone, one at a time a connection: `pg.ts CONNECTIONS SECONDS`
const [connections, seconds] = process.argv.slice(2).map(Number) as [number, number]
const url = process.env.DATABASE_URL as string
const db = openPostgres(url, () => {})
await migrate(db)
await db.close()

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const tookMs: number[] = []

const openSession = async (client: pg.Client) => {
  const [userId, sessionId, seed, witness] = [randomUUID(), randomUUID(), randomBytes(32), randomBytes(32)]
  await client.query('insert into users (id) values ($1)', [userId])
  await client.query(
    `insert into sessions (user_id, id, seed, methods, address, access_ends_at, refresh_ends_at, ends_at)
     values ($1, $2, $3, '{password}', '127.0.0.1', now() + '1 hour', now() + '1 day', now() + '1 day')`,
    [userId, sessionId, seed],
  )
  const lifetimes = { accessSeconds: 3_600, idleSeconds: 86_400, sessionSeconds: 86_400, retrySeconds: 10 }
  return { userId, sessionId, witness, macDigest: sha256(sha256(seed, witness)), ...lifetimes }
}

const rotateFor = async (
  client: pg.Client,
  claim: Awaited<ReturnType<typeof openSession>>,
  forSeconds: number,
) => {
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
