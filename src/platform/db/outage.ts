import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { reasonOf } from './place.ts'
import { isOfWorker } from './spreading/of-worker.ts'

type OutageLog = {
  /** A failure that keeps the database from being used. */
  notice(fault: Error): void
  /** Whether the first line has been logged, and the second has not. */
  isOn(): boolean
  /** From then on nothing is reported. */
  close(): void
}

const pauseMs = 500
/** An outage ends when the database works and nothing has failed for this long. */
const quietMs = 1_000

/**
 * Logs one line when an outage begins and one when it ends, however many requests fail. An outage of the database and one
 * of a part of it may overlap, so each has its own two lines.
 */
export const outageLog = (isUsable: () => Promise<boolean>, log: Logger): OutageLog => {
  const whole = outagesOf('the database', 'it', isUsable, log)
  const part = outagesOf('a part of the database', 'this server', isUsable, log)
  return {
    notice: (fault) => (isOfWorker(fault) ? part : whole).notice(fault),
    isOn: () => whole.isOn() || part.isOn(),
    close: () => {
      whole.close()
      part.close()
    },
  }
}

const outagesOf = (
  what: string,
  needed: string,
  isUsable: () => Promise<boolean>,
  log: Logger,
): OutageLog => {
  let outage: { beganMs: number; failures: number } | undefined
  let failedMs = -Infinity
  let isClosed = false

  const waitForEnd = async (ending: NonNullable<typeof outage>) => {
    while (!isClosed && outage === ending) {
      await sleep(pauseMs, undefined, { ref: false })
      if (isClosed || performance.now() - failedMs < quietMs || !(await isUsable())) continue
      const seconds = Math.round((performance.now() - ending.beganMs) / 100) / 10
      log.info({ seconds, failures: ending.failures }, `${what} can be used again`)
      outage = undefined
    }
  }

  const begin = (fault: Error & { code?: string }) => {
    log.error(
      { why: reasonOf(fault), code: fault.code },
      `${what} cannot be used: requests that need ${needed} get a 503`,
    )
    outage = { beganMs: failedMs, failures: 0 }
    void waitForEnd(outage)
    return outage
  }

  return {
    notice: (fault) => {
      if (isClosed) return
      failedMs = performance.now()
      outage ??= begin(fault)
      outage.failures++
    },
    isOn: () => outage !== undefined,
    close: () => {
      isClosed = true
    },
  }
}
