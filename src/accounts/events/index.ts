import type { Rights } from '../../platform/db/grants.ts'
import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { feedEvents } from './feed.ts'
import { sweepEvents, sweepFeed } from './forget.ts'

/** The service neither numbers nor dates events. Of those of users who are gone it forgets where and what. */
const rights: Rights = {
  events: [
    'select',
    'insert (user_id, type, outcome, session_id, address, detail, reason, actor_kind, actor_id)',
    'update (session_id, address, detail, reason)',
    'delete',
  ],
  event_retention: ['select'],
  // noted once, for good
  gone_users: ['select', 'insert'],
}

/** What happened, and who is told. */
export const events = {
  tables: ['events', 'unfed', 'feed', 'feed_position', 'departed_users', 'gone_users', 'event_retention'],
  spread: {
    events: 'user_id',
    unfed: 'user_id',
    feed: onCoordinator,
    feed_position: onCoordinator,
    departed_users: 'user_id',
    gone_users: onCoordinator,
    event_retention: onCoordinator,
  },
  rights,
  jobs: [
    { name: 'feed events', everySeconds: 1, run: feedEvents },
    { name: 'delete old events', run: sweepEvents },
    { name: 'delete old feed', run: sweepFeed },
  ],
}
