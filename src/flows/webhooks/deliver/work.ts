import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { feedEvents } from '#accounts/events/feed.ts'
import { lastFed } from '#accounts/events/queries/read-feed.ts'
import type { Deps } from '#deps.ts'
import {
  hasWebhooks,
  leaseWebhook,
  listReadyWebhooks,
  releaseWebhook,
} from '#messages/webhooks/queries/leases.ts'
import { faultOf } from '#platform/db/failures.ts'
import { Refused } from '#platform/errors.ts'
import { keptConnections } from '#platform/outgoing/kept-connections.ts'
import { paceOf } from './pace.ts'
import { deliverRound, type Round } from './round.ts'
import { slotsFor } from './slots.ts'

const pollMs = 500
/** Longer than a round: it begins nothing after five seconds, and what it has begun takes ten. */
const leaseSeconds = 30
/** Requests under way, whoever they are to. */
const atOnce = 32
const feedBatch = 500
/** Of one webhook, between two looks: 400 a second reach it evenly. */
const pacing = { first: 200, gapMs: 2 }

/**
 * Tells webhooks what happens, until stopped. Any number of processes may: each webhook is one's at a time.
 * @returns a function that stops it, and resolves when nothing is under way
 */
export const startWebhooks = (deps: Deps): (() => Promise<void>) => {
  const stopping = new AbortController()
  const isWanted = () => !stopping.signal.aborted
  const { agentFor, close } = keptConnections()
  const round = { holder: randomUUID(), agentFor, inSlot: slotsFor(atOnce), isWanted }
  const underWay = new Map<string, Promise<void>>()
  const begin = (id: string) => {
    if (underWay.has(id)) return
    const telling = tell(deps, id, round)
      .catch((error) => tellFault(deps, error))
      .finally(() => underWay.delete(id))
    underWay.set(id, telling)
  }
  const work = async () => {
    while (isWanted()) {
      await look(deps, begin).catch((error) => tellFault(deps, error))
      await sleep(pollMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(underWay.values())
    await close()
  }
  const done = work()
  return async () => {
    stopping.abort()
    await done
  }
}

const look = async (deps: Deps, begin: (id: string) => void) => {
  if (!(await hasWebhooks(deps.db))) return
  await feedEvents(deps.db, feedBatch, deps)
  const { seq } = await lastFed(deps.db)
  for (const id of await listReadyWebhooks(deps.db, seq)) begin(id)
}

/** Rounds until there is nothing more to tell it now. */
const tell = async (deps: Deps, id: string, shared: Omit<Round, 'pace'>) => {
  const { holder, isWanted } = shared
  const round = { ...shared, pace: paceOf(pacing) }
  while (isWanted()) {
    const webhook = await leaseWebhook(deps.db, { id, holder, seconds: leaseSeconds })
    if (!webhook || !(await deliverRound(deps, webhook, round))) break
  }
  await releaseWebhook(deps.db, { id, holder })
}

// outages are logged by the watch, and an overload by those whom it refuses
const tellFault = ({ log }: Deps, error: unknown) => {
  if (!faultOf(error) && !(error instanceof Refused))
    log.error({ err: error }, 'a webhook could not be told what happened')
}
