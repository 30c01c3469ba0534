import { propertiesOf } from '../properties-of.ts'
import { withBriefClient } from './brief-client.ts'

/**
 * What stands in front of a PostgreSQL server: nothing, a pooler that we can work with, or one that gives every
 * statement another connection. PgBouncer announces a process id that is not the backend's.
 * @throws the driver's error, if nothing answers
 */
export const poolerAt = (url: string): Promise<'none' | 'usable' | 'by statement'> =>
  withBriefClient(url, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    if (rows[0].pid === propertiesOf(client).processID) return 'none'
    return await client.query('begin').then(
      () => 'usable',
      () => 'by statement',
    )
  })
