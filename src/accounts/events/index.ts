import { feedEvents } from './feed.ts'
import { sweepEvents, sweepFeed } from './forget.ts'

/** What happened, and who is told. */
export const events = {
  name: 'events',
  tables: ['events', 'unfed', 'feed', 'feed_position', 'departed_users'],
  jobs: [
    { name: 'feed events', everySeconds: 1, run: feedEvents },
    { name: 'delete old events', run: sweepEvents },
    { name: 'delete old feed', run: sweepFeed },
  ],
}
