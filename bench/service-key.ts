import pg from 'pg'
import { serviceKeyTokens } from '../src/credentials/service-keys/token.ts'

/** The key of other services in the benchmark, whose databases are deleted at its end. */
export const serviceKey = `sp_sk_${Buffer.alloc(48, 'service key of the benchmark').toString('base64url')}`

export const insertServiceKey = async (url: string): Promise<void> => {
  const { id, digest } = serviceKeyTokens.read(serviceKey)!
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into service_keys (id, digest, name, scopes, networks, expires_at)
     values ($1, $2, 'benchmark', '{introspect}', '{}', now() + interval '1 day')`,
    [id, digest],
  )
  await client.end()
}
