import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { faultOf } from '../../platform/db/failures.ts'
import type { Channels } from './channel.ts'
import { deliverDue, pollMs } from './deliver.ts'
import { callForgotten } from './queries/line.ts'

const forgottenBatch = 500

/**
 * Delivers due rows until stopped. Any number of processes may.
 * @returns a function that stops it, and resolves when no delivery is in progress
 */
export const startOutbox = (deps: Deps, channels: Channels): (() => Promise<void>) => {
  const stopping = new AbortController()
  const isWanted = () => !stopping.signal.aborted
  const work = async () => {
    // rows left behind by a killed process
    await callForgotten(deps.db, forgottenBatch).catch(() => {})
    while (isWanted()) {
      await deliverDue(deps, channels, isWanted).catch((error) => {
        // outages are logged by the watch; the rows stay due
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
