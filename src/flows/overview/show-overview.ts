import type { EventType } from '#accounts/events/events.ts'
import { readFeedLag } from '#accounts/events/queries/feed-lag.ts'
import { countInHour, readMomentOfEvents } from '#accounts/events/queries/per-hour.ts'
import { countPeople, estimatePeople } from '#accounts/users/queries/counts.ts'
import type { Overview, OverviewFinding, OverviewHour, Webhook } from '#contract/admin.ts'
import { listServiceKeys } from '#credentials/service-keys/queries.ts'
import type { Deps } from '#deps.ts'
import { readBacklog } from '#messages/outbox/queries/backlog.ts'
import { countMails } from '#messages/outbox/queries/counts.ts'
import { readWaitingSeconds } from '#messages/webhooks/queries/waiting.ts'
import type { Runner } from '#platform/db/db.ts'
import { version } from '#platform/version.ts'
import { showWebhooks } from '../webhooks/shown.ts'
import type { Finding } from './finding.ts'
import { lateDeliveries } from './findings/deliveries.ts'
import { feedFinding } from './findings/feed.ts'
import { serviceKeyFindings } from './findings/service-keys.ts'
import { webhookFindings } from './findings/webhooks.ts'

/** Of each number: enough for a picture, and counted within some milliseconds. */
const countedUpTo = 10_000

const hourMs = 3_600_000

const signIns: EventType[] = ['session.opened']
const refusals: EventType[] = ['sign_in.refused', 'two_factor.refused', 'passkey.refused']

/** How the service is doing at this moment: from indexes, and counted up to a bound. */
export const showOverview = async ({ db }: Pick<Deps, 'db'>): Promise<Overview> => {
  const running = await version()
  return db.transaction(async (runner) => {
    const nowMs = (await readMomentOfEvents(runner)).getTime()
    const [hours, people, mails, webhooks] = await Promise.all([
      hoursUntil(runner, nowMs),
      peopleIn(runner),
      countMails(runner, countedUpTo),
      showWebhooks(runner),
    ])
    return {
      at: new Date(nowMs).toISOString(),
      version: running,
      countedUpTo,
      hours,
      people,
      mails,
      webhooks: countsOf(webhooks),
      findings: await findingsIn(runner, webhooks, nowMs),
    }
  })
}

const hoursUntil = (runner: Runner, nowMs: number): Promise<OverviewHour[]> => {
  const latestMs = Math.floor(nowMs / hourMs) * hourMs
  const hours = Array.from({ length: 24 }, (_, nth) => new Date(latestMs - (23 - nth) * hourMs))
  return Promise.all(
    hours.map(async (from) => {
      const [opened, refused] = await Promise.all([
        countInHour(runner, signIns, from, countedUpTo),
        countInHour(runner, refusals, from, countedUpTo),
      ])
      return { from: from.toISOString(), signIns: opened, refusals: refused }
    }),
  )
}

const peopleIn = async (runner: Runner): Promise<Overview['people']> => {
  const counted = await countPeople(runner, countedUpTo)
  const estimate = counted.all < countedUpTo ? null : await estimatePeople(runner)
  return estimate === null || estimate < countedUpTo
    ? { ...counted, isEstimate: false }
    : { ...counted, all: estimate, isEstimate: true }
}

const countsOf = (webhooks: readonly Webhook[]): Overview['webhooks'] => ({
  on: webhooks.filter(({ enabled }) => enabled).length,
  failing: webhooks.filter(({ enabled, failingSince }) => enabled && failingSince !== null).length,
  off: webhooks.filter(({ disabledBecause }) => ![null, 'by_operator'].includes(disabledBecause)).length,
})

const findingsIn = async (
  runner: Runner,
  webhooks: readonly Webhook[],
  nowMs: number,
): Promise<OverviewFinding[]> => {
  const [backlog, feedSeconds, waits, keys] = await Promise.all([
    readBacklog(runner),
    readFeedLag(runner),
    readWaitingSeconds(runner),
    listServiceKeys(runner),
  ])
  const waitOf = new Map(waits.map(({ webhookId, seconds }) => [webhookId, seconds]))
  const unrevoked = keys.filter(({ revokedAt }) => revokedAt === null)
  return [
    ...named('outbox', lateDeliveries(backlog)),
    ...named('feed', [feedFinding(feedSeconds)]),
    ...named(
      'webhooks',
      webhooks.flatMap((webhook) => webhookFindings(webhook, waitOf.get(webhook.id) ?? 0, nowMs)),
    ),
    ...named('service-keys', serviceKeyFindings(unrevoked, nowMs)),
  ]
}

/** Those that are not well. */
const named = (name: OverviewFinding['name'], findings: readonly Finding[]): OverviewFinding[] =>
  findings.flatMap(({ status, message, remedy = '' }) =>
    status === 'ok' ? [] : [{ name, status, message, remedy }],
  )
