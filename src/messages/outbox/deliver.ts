import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { faultOf } from '../../platform/db/failures.ts'
import { errorMessage } from '../../platform/properties-of.ts'
import { inSpan } from '../../platform/tracing/in-span.ts'
import { type Channels, ContentRejected, Undeliverable } from './channel.ts'
import { pauseAfter } from './pauses.ts'
import {
  type Ending,
  endAttempt,
  mayHaveWork,
  type OutboxRow,
  renewLease,
  takeDue,
} from './queries/delivery.ts'
import { callNext, lineUp } from './queries/line.ts'

/** Hanging deliveries delay nobody while there are fewer of them. */
const atOnce = 10

/** For a worker that no longer reports. A live one renews it, however long the other side takes. */
const leaseSeconds = 30

export const pollMs = 1_000

const maxAnswerCharacters = 500

/**
 * Delivers everything that is or becomes due.
 * @returns the number of attempts, when none is in progress and nothing is due
 */
export const deliverDue = async (deps: Deps, channels: Channels, isWanted = () => true): Promise<number> => {
  const underWay = new Set<Promise<void>>()
  let attempts = 0
  let isAllDone = false
  try {
    while (isWanted() && !isAllDone) {
      // a delivery that ends meanwhile may make room for more
      const wasIdle = underWay.size === 0
      const rows = await take(deps, atOnce - underWay.size)
      attempts += rows.length
      for (const row of rows) {
        const running: Promise<void> = attempt(deps, channels, row).finally(() => underWay.delete(running))
        underWay.add(running)
      }
      if (underWay.size > 0) await Promise.race([...underWay, sleep(pollMs, undefined, { ref: false })])
      isAllDone = wasIdle && rows.length === 0
    }
  } finally {
    await Promise.all(underWay)
  }
  return attempts
}

const lineUpBatch = 500

/** Due rows; those that stepped aside only get leftover places. */
const take = async ({ db }: Deps, places: number): Promise<OutboxRow[]> => {
  if (!(await mayHaveWork(db))) return []
  while ((await lineUp(db, lineUpBatch)) === lineUpBatch);
  const rows = await takeDue(db, { batch: places, leaseSeconds, stepsAside: false })
  if (rows.length === places) return rows
  return [...rows, ...(await takeDue(db, { batch: places - rows.length, leaseSeconds, stepsAside: true }))]
}

/** No transaction is open during an attempt. */
const attempt = async (deps: Deps, channels: Channels, row: OutboxRow): Promise<void> => {
  const channel = Object.hasOwn(channels, row.channel) ? row.channel : 'unknown'
  const ending = await whileLeased(deps, row, () => tryToDeliver(deps, channels, row))
  if (ending.outcome !== 'delivered') tellOperator(deps, row, ending)
  const { queue, id, attempt } = row
  deps.metrics.deliveries.add({ channel, outcome: ending.outcome })
  const answer = ending.answer.replaceAll('\0', '').slice(0, maxAnswerCharacters)
  try {
    await endAttempt(deps.db, { queue, id, attempt, ...ending, answer })
    await callNext(deps.db, row)
  } catch (error) {
    if (faultOf(error)) return
    const { channel, message } = row
    deps.log.error(
      { err: error, channel, message, attempt },
      'the outcome of a delivery could not be recorded',
    )
  }
}

/** The last renewal finishes before the end is recorded, which sets a time of its own. */
const whileLeased = async <Result>(
  { db }: Deps,
  row: OutboxRow,
  work: () => Promise<Result>,
): Promise<Result> => {
  let renewal: Promise<void> = Promise.resolve()
  const renew = () => {
    // an outage is logged by the watch
    renewal = renewLease(db, row, leaseSeconds).catch(() => {})
  }
  // a delivery that hangs does not keep a process that has stopped
  const renewing = setInterval(renew, (leaseSeconds / 2) * 1_000).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await renewal
  }
}

type Outcome = { answer: string; cause?: unknown } & Pick<Ending, 'outcome' | 'pauseSeconds' | 'stepsAside'>

const tryToDeliver = async (deps: Deps, channels: Channels, row: OutboxRow): Promise<Outcome> => {
  if (row.isLate) return { outcome: 'expired', answer: 'not tried: too late' }
  try {
    const deliver = channels[row.channel] ?? unknownChannel
    const about = { name: `deliver ${row.message}`, isOutgoing: true, isRoot: true }
    return { outcome: 'delivered', answer: await inSpan(about, () => deliver(deps, row)) }
  } catch (cause) {
    const answer = errorMessage(cause)
    if (cause instanceof Undeliverable) return { outcome: 'refused', answer, cause }
    const stepsAside = cause instanceof ContentRejected
    return { outcome: 'failed', answer, cause, stepsAside, pauseSeconds: pauseAfter(row.attempt) }
  }
}

// a newer process may share this database
const unknownChannel = async (): Promise<string> => {
  throw new Error('this program does not know the channel')
}

// without the other side's answer, which may name the recipient and is in the database
const tellOperator = (
  { log }: Deps,
  { channel, message, attempt }: OutboxRow,
  { outcome, cause }: Outcome,
) => {
  const { code, responseCode, command, response } = Object(
    cause instanceof Undeliverable ? cause.cause : cause,
  )
  // RFC 3463 §2: a number, not the words
  const [status] = /(?<=^\d{3}[ -])\d\.\d{1,3}\.\d{1,3}\b/.exec(String(response)) ?? []
  const told = { channel, message, attempt, outcome, code, responseCode, status, command }
  if (outcome === 'failed') log.warn(told, 'could not be delivered; retrying later')
  else log.error(told, 'will not be delivered')
}
