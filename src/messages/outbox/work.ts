import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { faultOf } from '../../platform/db/failures.ts'
import type { Channels } from './channel.ts'
import { deliverDue, pollMs } from './deliver.ts'
import { callForgotten } from './queries.ts'

const forgottenBatch = 500

/**
 * Delivers what is due, now and whenever something will be, until it is stopped. Any number of processes may.
 *
 * @returns a function that stops it, and resolves once nothing is under way any more
 */
export const startOutbox = (deps: Deps, channels: Channels): (() => Promise<void>) => {
  const stopping = new AbortController()
  const isWanted = () => !stopping.signal.aborted
  const work = async () => {
    // a process that was killed may have ended something and called nobody
    await callForgotten(deps.db, forgottenBatch).catch(() => {})
    while (isWanted()) {
      await deliverDue(deps, channels, isWanted).catch((error) => {
        // of an outage the watch of the database tells; what is due stays so
        if (!faultOf(error)) deps.log.warn({ err: error }, 'nothing can be delivered at the moment')
      })
      await sleep(pollMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }
  const done = work()
  return async () => {
    stopping.abort()
    await done
  }
}
