import { unavailable } from '../errors.ts'
import type { Runner } from './db.ts'
import type { Statement } from './sql.ts'

// PostgreSQL works on one while the next is on its way; more would only make each of them smaller
const together = { inFlight: 2, atOnce: 256 }
// On several servers, each question concerns one. No kind of question takes all connections of a pool.
const alone = { inFlight: 8, atOnce: 1 }
/**
 * Clients that were answered together ask again within these turns of the loop, and so share a statement again. With
 * half as many statements, the same crowd costs a quarter less processor time.
 */
const batchingTurns = 2
/** A tenth of a second's work. More than that only wait when the database does not keep up. */
const maxWaiting = 2_048
/** As long as the wait for a connection. */
const waitMs = 1_000

type Waiting<Key, Row> = {
  key: Key
  sinceMs: number
  answer: (row: Row | undefined) => void
  fail: (error: unknown) => void
}
type Queue<Key, Row> = {
  waiting: Waiting<Key, Row>[]
  inFlight: number
  isScheduled: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Makes one statement of the questions that arrive together. Each asker is answered as if alone, but the round trip,
 * the plan and the commit are shared. So the statement must not wait for a locked row: everybody would wait.
 * @param statementFor answers many keys at once, at most a row each; `n` in a row is its key's place, from 1
 * @param options how many may share a statement, if each of them is much work
 * @returns asks for one key. It fails with the shared statement: only while the database is away, or by a bug, since
 * keys are mere values. Beyond a second's capacity it refuses with 503.
 */
export const batched = <Key, Row>(
  statementFor: (keys: readonly Key[]) => Statement<Row & { n: number }>,
  { atOnce = together.atOnce } = {},
) => {
  const shared = { ...together, atOnce }
  const queues = new WeakMap<Runner, Queue<Key, Row>>()

  return (runner: Runner, key: Key): Promise<Row | undefined> =>
    new Promise((answer, fail) => {
      const queue = queues.get(runner) ?? { waiting: [], inFlight: 0, isScheduled: false, timer: undefined }
      queues.set(runner, queue)
      if (queue.waiting.length >= maxWaiting) {
        fail(tooMany())
        return
      }
      queue.waiting.push({ key, sinceMs: performance.now(), answer, fail })
      schedule(queue)

      function schedule(queue: Queue<Key, Row>) {
        if (queue.isScheduled || queue.waiting.length === 0) return
        const { inFlight, atOnce } = runner.isSpread?.() ? alone : shared
        if (queue.inFlight >= inFlight) {
          queue.timer ??= setTimeout(refuseLate, waitMs, queue)
          return
        }
        queue.isScheduled = true
        // after everything that the sockets have brought in this turn of the loop
        setImmediate(() => {
          const isAlone = queue.inFlight === 0 && queue.waiting.length === 1
          // a full statement has nobody to wait for
          afterTurns(isAlone || queue.waiting.length >= atOnce ? 0 : batchingTurns, send)
        })

        function send() {
          queue.isScheduled = false
          // all of them may have been refused meanwhile
          if (queue.waiting.length === 0) return
          queue.inFlight++
          void ask(runner, queue.waiting.splice(0, atOnce)).finally(() => {
            queue.inFlight--
            schedule(queue)
          })
          schedule(queue)
        }
      }
    })

  async function ask(runner: Runner, batch: Waiting<Key, Row>[]) {
    try {
      const statement = statementFor(batch.map(({ key }) => key))
      const rows = await runner.run({ ...statement, shares: batch.length })
      const byPlace = new Map(rows.map((row) => [row.n, row]))
      for (const [index, { answer }] of batch.entries()) answer(byPlace.get(index + 1))
    } catch (error) {
      for (const { fail } of batch) fail(error)
    }
  }

  function refuseLate(queue: Queue<Key, Row>) {
    const lateMs = performance.now() - waitMs
    const count = queue.waiting.findIndex(({ sinceMs }) => sinceMs > lateMs)
    for (const { fail } of queue.waiting.splice(0, count < 0 ? queue.waiting.length : count)) fail(tooLate())
    const [next] = queue.waiting
    queue.timer = next && setTimeout(refuseLate, Math.max(1, next.sinceMs - lateMs), queue)
  }
}

const afterTurns = (turns: number, act: () => void): void => {
  if (turns === 0) act()
  else setImmediate(afterTurns, turns - 1, act)
}

const tooMany = () => unavailable(new Error('more is asked of the database than it answers'))
const tooLate = () => unavailable(new Error(`the database answered nothing for ${waitMs} ms`))
