import { readFeedLag } from '../../src/accounts/events/queries/feed-lag.ts'
import { type Check, fail, ok } from './check.ts'
import { spanOf } from './span.ts'

const mostSeconds = 5 * 60

export const feedCheck: Check = {
  name: 'feed',
  run: async (facts) => {
    const seconds = await readFeedLag(await facts.rows())
    if (seconds < mostSeconds) return [ok(`The feed of events is ${spanOf(seconds)} behind.`)]
    return [
      fail(
        `The feed of events is ${spanOf(seconds)} behind: notices and other services wait.`,
        'Start the service. If it runs, look for "feed events" in its log.',
      ),
    ]
  },
}
