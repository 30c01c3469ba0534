import { sweepEvents } from './forget.ts'

/** What happened, and whom it is told to. */
export const events = {
  name: 'events',
  tables: ['events', 'departed_users'],
  jobs: [{ name: 'delete old events', run: sweepEvents }],
}
