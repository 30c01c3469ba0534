import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refused, unavailable } from '../errors.ts'
import type { Db, Runner } from './db.ts'
import { faultOf, isOfStorage, unreachable } from './failures.ts'
import { outageLog } from './outage.ts'

type Watch = {
  db: Db
  /** Concurrent calls share one check. @throws 503 */
  ready(): Promise<void>
  /** Whether an outage is being reported. */
  isOut(): boolean
  /** Checks whether losing an idle connection means an outage. */
  suspect(): void
}

const patienceMs = 2_000
/** How long a successful check is trusted, unless something fails. */
const trustMs = 1_000

/** Watches a database, and logs its outages. @param check tries what the service needs. @throws 503 */
export const watchDatabase = (db: Db, check: (runner: Runner) => Promise<void>, log: Logger): Watch => {
  let storage: { fault: Error; failedMs: number } | undefined
  let goodMs = -Infinity
  let underWay: Promise<void> | undefined
  const outages = outageLog(
    () =>
      check(db).then(
        () => true,
        () => false,
      ),
    log,
  )

  const noticing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      const fault = faultOf(error)
      if (fault) {
        goodMs = -Infinity
        if (isOfStorage(fault)) storage = { fault, failedMs: performance.now() }
        outages.notice(fault)
      }
      throw error
    }
  }

  const tryOut = async () => {
    await noticing(Promise.race([checked(check(db)), silence()]))
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
      ...db,
      run: (statement) => noticing(db.run(statement)),
      script: (text) => noticing(db.script(text)),
      transaction: (work, options) => noticing(db.transaction(work, options)),
      close: () => {
        outages.close()
        return db.close()
      },
    },
    ready,
    isOut: outages.isOn,
    suspect: () => {
      goodMs = -Infinity
      ready().catch(() => {})
    },
  }
}

/** Any failure of a check, even a missing table, makes the database unusable. */
const checked = (check: Promise<void>) =>
  check.catch((error) => {
    throw error instanceof Refused ? error : unreachable(error)
  })

const silence = async (): Promise<never> => {
  await sleep(patienceMs, undefined, { ref: false })
  throw unavailable(new Error(`timeout exceeded: no answer within ${patienceMs} ms`))
}
