import { setTimeout as sleep } from 'node:timers/promises'
import { readFeedLag } from '../../accounts/events/queries/feed-lag.ts'
import { countForeign } from '../../credentials/password/queries.ts'
import type { Deps } from '../../deps.ts'
import { countByLoss } from '../../flows/account/one-loss.ts'
import { readWebhookHealth } from '../../flows/webhooks/health.ts'
import { readBacklog } from '../../messages/outbox/queries/backlog.ts'
import { schemes } from '../../platform/crypto/foreign/schemes.ts'
import { countWorkers } from '../../platform/db/spreading/workers.ts'
import { keysOf } from '../../platform/keys-of.ts'
import { losses } from '../../platform/metrics/losses.ts'

const everyMs = 15_000
/** They read every password that was brought here, and all that thousands of accounts have. */
const slowEveryMs = 300_000
const patienceMs = 1_000

/**
 * Asks the database at most every 15 seconds, however many scrape. What it has not answered within a second is left out.
 * @returns sets the gauges
 */
export const databaseGauges = (deps: Deps): (() => Promise<void>) => {
  let asked: { atMs: number; answered: Promise<void> } | undefined
  let countedMs = Number.NEGATIVE_INFINITY
  return async () => {
    readPool(deps)
    const nowMs = performance.now()
    const areSlowDue = nowMs - countedMs >= slowEveryMs
    if (areSlowDue) countedMs = nowMs
    if (!asked || nowMs - asked.atMs >= everyMs) asked = { atMs: nowMs, answered: ask(deps) }
    await Promise.all([
      asked.answered,
      areSlowDue && patiently(Promise.all([askForeign(deps), askLosses(deps)])),
    ])
  }
}

const readPool = ({ db, metrics }: Deps) => {
  const server = db.server?.()
  metrics.databaseServer.clear()
  if (server) metrics.databaseServer.set({ server }, 1)
  const pool = db.connections?.()
  if (!pool) return
  for (const state of ['busy', 'idle'] as const) metrics.poolConnections.set({ state }, pool[state])
  metrics.poolWaiting.set({}, pool.waiting)
}

const ask = async ({ db, metrics }: Deps): Promise<void> => {
  const { databaseUp, databaseWorkers, outboxDue, outboxOldest, feedLag } = metrics
  const { webhookLag, webhooksOff } = metrics
  const ofDatabase = [databaseWorkers, outboxDue, outboxOldest, feedLag, webhookLag, webhooksOff]
  for (const gauge of ofDatabase) gauge.clear()
  // that it is away is in the log, by the watch
  const reading = Promise.all([
    readBacklog(db),
    readFeedLag(db),
    countWorkers(db),
    readWebhookHealth(db),
  ]).catch(() => undefined)
  const read = await patiently(reading)
  databaseUp.set({}, read ? 1 : 0)
  if (!read) return
  const [backlog, lagSeconds, servers, webhooks] = read
  outboxDue.set({}, backlog.due)
  outboxOldest.set({}, backlog.oldestSeconds)
  feedLag.set({}, lagSeconds)
  databaseWorkers.set({}, servers)
  webhookLag.set({}, webhooks.lagSeconds)
  webhooksOff.set({}, webhooks.off)
}

/** What it has not answered by then is told later. */
const askForeign = async ({ db, metrics: { passwordsForeign } }: Deps): Promise<void> => {
  const foreign = await countForeign(db).catch(() => undefined)
  if (!foreign) return
  for (const scheme of keysOf(schemes))
    passwordsForeign.set({ scheme }, foreign.find((each) => each.scheme === scheme)?.count ?? 0)
}

const askLosses = async (deps: Deps): Promise<void> => {
  const counts = await countByLoss(deps).catch(() => undefined)
  if (!counts) return
  for (const lost of losses) deps.metrics.lockedOutByLoss.set({ lost }, counts[lost])
}

const patiently = <Result>(answer: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([answer, sleep(patienceMs, undefined, { ref: false })])
