import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { propertiesOf } from '../properties-of.ts'

/**
 * What a server answers, which it has to within a time: a connection that is silent for longer is closed. The driver's own
 * promise and `query_timeout` would do both, but make V8 take each query for a lasting one, which is collected only together with
 * everything else: pauses of milliseconds under load.
 * @throws what the driver says, or 'Query read timeout'
 */
export const answerTo = (
  client: pg.ClientBase,
  query: pg.QueryConfig,
  silenceMs: number,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('Query read timeout'))
      streamOf(client).destroy()
    }, silenceMs)
    void client.query(query, (error, answer) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(answer)
    })
  })

/** The socket of a connection, encrypted or not. */
export const streamOf = (client: pg.ClientBase): Duplex =>
  propertiesOf(propertiesOf(client).connection).stream as Duplex
