import { listFedExternalIds, listWholeEvents, type WholeEvent } from '#accounts/events/queries/places.ts'
import type { FeedPlace } from '#accounts/events/queries/read-feed.ts'
import type { Deps } from '#deps.ts'
import type { LeasedWebhook } from '#messages/webhooks/queries/leases.ts'
import { listDueWaiting, listWaitingUsers } from '#messages/webhooks/queries/waiting.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { readPart } from '../../resource-servers/events/read-part.ts'
import { matcherOf } from '../patterns.ts'

const atOnce = 100
/** Enough to find somebody else's, and few of them are set aside if nobody is there. */
const aLittle = 10

/** An event, and what an application knew its person by then, which outlives the account. */
export type ToldEvent = WholeEvent & { externalId: string | undefined }

/** An event that is to be sent now, and in which attempt. */
export type Due = {
  seq: string
  userId: string
  eventId: string
  attempts: number
  isLate: boolean
  /** Whether it waited until now. */
  isOld: boolean
  /** Undefined once it is no longer kept. */
  event: ToldEvent | undefined
}

export type Batch = {
  due: Due[]
  /** New ones behind others that wait. */
  behind: Due[]
  /** Where the next one begins. */
  to: FeedPlace
  isLast: boolean
}

/**
 * What a webhook is told next: what waits and is due, otherwise what is new in the feed. While nobody seems to be there, a little of what
 * is new comes first: it may be that only what waits is not accepted.
 */
export const nextBatch = async (deps: Pick<Deps, 'db' | 'log'>, webhook: LeasedWebhook): Promise<Batch> => {
  if (webhook.failures === 0) return (await waitingBatch(deps, webhook)) ?? newsBatch(deps, webhook, atOnce)
  const news = await newsBatch(deps, webhook, aLittle)
  if (news.due.length > 0 || !news.isLast) return news
  const waiting = await waitingBatch(deps, webhook)
  return waiting ? { ...news, due: waiting.due, isLast: false } : news
}

const waitingBatch = async (deps: Pick<Deps, 'db'>, webhook: LeasedWebhook): Promise<Batch | undefined> => {
  const waiting = await listDueWaiting(deps.db, webhook.id, atOnce)
  if (waiting.length === 0) return
  const due = await withEvents(
    deps,
    waiting.map((row) => ({ ...row, isOld: true })),
  )
  return { due, behind: [], to: webhook, isLast: false }
}

const newsBatch = async (
  deps: Pick<Deps, 'db' | 'log'>,
  webhook: LeasedWebhook,
  limit: number,
): Promise<Batch> => {
  const { db } = deps
  const { events, place, isLast } = await readNews(deps, webhook, limit)
  const matches = matcherOf(webhook.types)
  const news = events
    .filter(({ type }) => matches(type))
    .map(({ seq, userId, id }) => ({ seq, userId, eventId: id, attempts: 0, isLate: false, isOld: false }))
  const users = new Set(
    news.length > 0
      ? await listWaitingUsers(
          db,
          webhook.id,
          news.map(({ userId }) => userId),
        )
      : [],
  )
  const due = await withEvents(
    deps,
    news.filter(({ userId }) => !users.has(userId)),
  )
  const behind = news.filter(({ userId }) => users.has(userId)).map((each) => ({ ...each, event: undefined }))
  return { due, behind, to: place, isLast }
}

const readNews = async (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, seq, atMs }: LeasedWebhook,
  limit: number,
) => {
  try {
    return await readPart(db, { seq, atMs }, limit)
  } catch (error) {
    if (!isRefusedAs(error, 'cursor_expired')) throw error
    log.error(
      { webhookId: id },
      'a webhook missed events that are no longer kept; it goes on with the oldest',
    )
    return readPart(db, undefined, limit)
  }
}

const withEvents = async ({ db }: Pick<Deps, 'db'>, keys: Omit<Due, 'event'>[]): Promise<Due[]> => {
  if (keys.length === 0) return []
  const [events, externalIds] = await Promise.all([
    listWholeEvents(
      db,
      keys.map(({ userId, eventId }) => ({ userId, id: eventId })),
    ),
    listFedExternalIds(
      db,
      keys.map(({ seq }) => seq),
    ),
  ])
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const externalIdOf = new Map(externalIds.map(({ seq, externalId }) => [seq, externalId]))
  return keys.map((key) => {
    const event = eventOf.get(key.eventId)
    return { ...key, event: event && { ...event, externalId: externalIdOf.get(key.seq) } }
  })
}
