import { readFeedLag } from '../../src/accounts/events/queries/feed-lag.ts'
import { feedFinding } from '../../src/flows/overview/findings/feed.ts'
import type { Check } from './check.ts'

export const feedCheck: Check = {
  name: 'feed',
  run: async (facts) => [feedFinding(await readFeedLag(await facts.rows()))],
}
