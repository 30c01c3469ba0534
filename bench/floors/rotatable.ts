import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'

/** Makes the tables of the service in an empty database. */
export const makeTables = async (url: string): Promise<void> => {
  const db = openPostgres(url, () => {})
  await migrate(db)
  await db.close()
}

export type Claim = Awaited<ReturnType<typeof openSession>>

/** @returns what the statement takes that spends the refresh token of a new session, but for its generation, which is 0 */
export const openSession = async (client: pg.Client) => {
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

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
