import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refused, unavailable } from '../errors.ts'
import type { Db, Runner } from './db.ts'
import { faultOf, isOfStorage, unreachable } from './failures.ts'
import { reasonOf } from './place.ts'

export type Watch = {
  db: Db
  /** Concurrent calls share one check. @throws 503 */
  ready(): Promise<void>
  /** Checks whether losing an idle connection means an outage. */
  suspect(): void
}

const patienceMs = 2_000
/** How long a successful check is trusted, unless something fails. */
const trustMs = 1_000
const pauseMs = 500
/** An outage ends when the database works and nothing has failed for this long. */
const quietMs = 1_000

/**
 * Logs one line when an outage begins and one when it ends, however many requests fail.
 * @param check tries what the service needs. @throws 503
 */
export const watchDatabase = (db: Db, check: (runner: Runner) => Promise<void>, log: Logger): Watch => {
  let outage: { beganMs: number; failures: number } | undefined
  let failedMs = -Infinity
  let storage: { fault: Error; failedMs: number } | undefined
  let goodMs = -Infinity
  let isClosed = false
  let underWay: Promise<void> | undefined

  const notice = (error: unknown) => {
    const fault = faultOf(error)
    if (!fault || isClosed) return
    failedMs = performance.now()
    goodMs = -Infinity
    if (isOfStorage(fault)) storage = { fault, failedMs }
    if (!outage) {
      outage = { beganMs: failedMs, failures: 0 }
      const { code } = fault as Error & { code?: string }
      log.error(
        { why: reasonOf(fault), code },
        'the database cannot be used: requests that need it get a 503',
      )
      void waitForEnd(outage)
    }
    outage.failures++
  }

  const noticing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      notice(error)
      throw error
    }
  }

  const isUsable = () =>
    check(db).then(
      () => true,
      () => false,
    )

  const waitForEnd = async (ending: NonNullable<typeof outage>) => {
    while (!isClosed && outage === ending) {
      await sleep(pauseMs, undefined, { ref: false })
      if (isClosed || performance.now() - failedMs < quietMs || !(await isUsable())) continue
      const seconds = Math.round((performance.now() - ending.beganMs) / 100) / 10
      log.info({ seconds, failures: ending.failures }, 'the database can be used again')
      outage = undefined
    }
  }

  /** Any failure here counts as an outage, even a missing table. */
  const checked = () =>
    check(db).catch((error) => {
      throw error instanceof Refused ? error : unreachable(error)
    })

  const tryOut = async () => {
    await noticing(Promise.race([checked(), silence()]))
    // a small write may still fit on a full disk
    if (storage && performance.now() - storage.failedMs < patienceMs) throw unavailable(storage.fault)
    goodMs = performance.now()
  }

  const ready = async () => {
    if (performance.now() - goodMs < trustMs) return
    underWay ??= tryOut().finally(() => {
      underWay = undefined
    })
    await underWay
  }

  return {
    db: {
      run: (statement) => noticing(db.run(statement)),
      script: (text) => noticing(db.script(text)),
      transaction: (work, options) => noticing(db.transaction(work, options)),
      close: () => {
        isClosed = true
        return db.close()
      },
    },
    ready,
    suspect: () => {
      goodMs = -Infinity
      ready().catch(() => {})
    },
  }
}

const silence = async (): Promise<never> => {
  await sleep(patienceMs, undefined, { ref: false })
  throw unavailable(new Error(`timeout exceeded: no answer within ${patienceMs} ms`))
}
