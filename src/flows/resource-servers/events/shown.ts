import type { FedEvent } from '#accounts/events/queries/read-feed.ts'
import type { FeedEvent } from '#contract/wire.ts'
import { nobody } from '#platform/crypto/id.ts'

/** What other services are told of an event: no addresses, and none of its details. */
export const shownEvent = ({ actorKind, actorId, ...event }: FedEvent): FeedEvent => ({
  id: event.id,
  at: event.at.toISOString(),
  type: event.type,
  outcome: event.outcome,
  userId: event.userId === nobody ? null : event.userId,
  externalId: event.externalId,
  sessionId: event.sessionId,
  actor: { kind: actorKind, id: actorId },
})
