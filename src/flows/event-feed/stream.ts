import type { Deps } from '../../deps.ts'
import { faultOf } from '../../platform/db/failures.ts'
import { Refused } from '../../platform/errors.ts'
import { cursorOf } from './cursor.ts'
import { type FeedAsked, nextEvents, type Patience } from './next-events.ts'
import { shownEvent } from './shown.ts'

/** Proxies close connections that are silent for longer. */
const commentMs = 15_000
/** Then the client comes again, perhaps to another process. */
const lifeMs = 5 * 60_000

/** The feed as server-sent events (HTML §9.2): `data` is an event, and `id` the cursor after it. */
export async function* eventStream(
  deps: Deps,
  wanted: FeedAsked,
  signal: AbortSignal,
  beat = { commentMs, lifeMs },
): AsyncGenerator<string> {
  const endMs = performance.now() + beat.lifeMs
  yield 'retry: 1000\n\n'
  for (let { after } = wanted; !signal.aborted && performance.now() < endMs; ) {
    const next = await nextOrEnd(deps, { ...wanted, after }, { waitMs: beat.commentMs, signal })
    if (!next) return
    for (const event of next.events)
      yield `id: ${cursorOf(event)}\ndata: ${JSON.stringify(shownEvent(event))}\n\n`
    if (next.events.length === 0) yield ':\n\n'
    after = next.place
  }
}

/** What ends a stream, its client is told when it asks again. */
const nextOrEnd = (deps: Deps, wanted: FeedAsked, patience: Patience) =>
  nextEvents(deps, wanted, patience).catch((error) => {
    if (!(error instanceof Refused) && !faultOf(error)) throw error
    return undefined
  })
