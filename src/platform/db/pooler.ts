import pg from 'pg'
import { propertiesOf } from '../properties-of.ts'

/**
 * What stands before a PostgreSQL server: nothing, a pooler that we can work with, or one that hands every single
 * statement to another connection. PgBouncer announces a process id that is not the backend's.
 * @throws what the driver says, if nothing answers
 */
export const poolerAt = async (databaseUrl: string): Promise<'none' | 'usable' | 'by statement'> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    application_name: 'sallyport-doctor',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    if (rows[0].pid === propertiesOf(client).processID) return 'none'
    return await client.query('begin').then(
      () => 'usable',
      () => 'by statement',
    )
  } finally {
    await client.end().catch(() => {})
  }
}
