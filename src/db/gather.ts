import { many, type Runner } from './db.ts'
import type { Statement } from './sql.ts'

// PostgreSQL works on one while the next is on its way; more would only make each of them smaller
const maxInFlight = 2
const maxBatch = 256

type Waiting<Key, Row> = { key: Key; answer: (row: Row | undefined) => void; fail: (error: unknown) => void }
type Queue<Key, Row> = { waiting: Waiting<Key, Row>[]; inFlight: number; isScheduled: boolean }

/**
 * Makes one statement of the questions that arrive together. Each asker is answered as if alone, but the round trip,
 * the plan and the commit are shared.
 *
 * @param statementFor answers many keys at once, at most a row each; `n` in a row is its key's place, from 1
 * @returns asks for one key. It fails when the shared statement fails: only with the database away, or by a bug, for
 *   keys are values and cannot be wrong by themselves.
 */
export const gather = <Key, Row>(statementFor: (keys: readonly Key[]) => Statement) => {
  const queues = new WeakMap<Runner, Queue<Key, Row>>()

  return (runner: Runner, key: Key): Promise<Row | undefined> =>
    new Promise((answer, fail) => {
      const queue = queues.get(runner) ?? { waiting: [], inFlight: 0, isScheduled: false }
      queues.set(runner, queue)
      queue.waiting.push({ key, answer, fail })
      schedule(queue)

      function schedule(queue: Queue<Key, Row>) {
        if (queue.isScheduled || queue.inFlight === maxInFlight || queue.waiting.length === 0) return
        queue.isScheduled = true
        // after everything that the sockets have brought in this turn of the loop
        setImmediate(() => {
          queue.isScheduled = false
          queue.inFlight++
          ask(runner, queue.waiting.splice(0, maxBatch)).finally(() => {
            queue.inFlight--
            schedule(queue)
          })
          schedule(queue)
        })
      }
    })

  async function ask(runner: Runner, batch: Waiting<Key, Row>[]) {
    try {
      const rows = await many<Row & { n: number }>(runner, statementFor(batch.map(({ key }) => key)))
      const byPlace = new Map(rows.map((row) => [row.n, row]))
      for (const [index, { answer }] of batch.entries()) answer(byPlace.get(index + 1))
    } catch (error) {
      for (const { fail } of batch) fail(error)
    }
  }
}
