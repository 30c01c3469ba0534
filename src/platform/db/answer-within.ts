import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { propertiesOf } from '../properties-of.ts'

/** How long a server allows a statement. */
export const statementMs = 3_000
/** The client gives up shortly after the server should have. */
const answerMs = statementMs + 2_000
/** The driver's message for the same. */
export const lateAnswer = 'Query read timeout'

/**
 * Sends a query, and closes the connection if the answer is not complete in time. The driver can do both, but with
 * its promise and its `query_timeout` V8 moves every query among the old objects, where only a full collection finds
 * it.
 * @throws the driver's error, or `lateAnswer`
 * @see docs/decisions/0045-what-a-request-needs-is-gone-with-it.md
 */
export const answerWithin = (
  client: pg.ClientBase,
  query: pg.QueryConfig,
  ms = answerMs,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(lateAnswer))
      streamOf(client).destroy()
    }, ms)
    void client.query(query, (error, answer) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(answer)
    })
  })

/** The socket of a connection, encrypted or not. */
export const streamOf = (client: pg.ClientBase): Duplex =>
  propertiesOf(propertiesOf(client).connection).stream as Duplex
