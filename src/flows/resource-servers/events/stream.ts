import type { Deps } from '#deps.ts'
import { Refused } from '#platform/errors.ts'
import { cursorOf } from './cursor.ts'
import { type FeedAsked, nextEvents, type Wait } from './next-events.ts'
import { shownEvent } from './shown.ts'

/** Proxies close connections that are silent for longer. */
const idMs = 15_000
/** Then the client comes again, perhaps to another process. */
const lifeMs = 5 * 60_000

/**
 * The feed as server-sent events (HTML §9.2): `data` is an event, and `id` the cursor after it. An id alone says that nothing
 * happened, and where to go on after a cut.
 */
export async function* eventStream(
  deps: Deps,
  asked: FeedAsked,
  { by, signal, isStillAllowed }: Omit<Wait, 'ms'>,
  beat = { idMs, lifeMs },
): AsyncGenerator<string> {
  const endMs = performance.now() + beat.lifeMs
  const wait = { by, ms: beat.idMs, signal, isStillAllowed }
  yield 'retry: 1000\n\n'
  for (let { after } = asked; !signal.aborted && performance.now() < endMs; ) {
    const next = await nextOrEnd(deps, { ...asked, after }, wait)
    if (!next) return
    for (const event of next.events)
      yield `id: ${cursorOf(event)}\ndata: ${JSON.stringify(shownEvent(event))}\n\n`
    if (next.events.length === 0) yield `id: ${cursorOf(next.place)}\n\n`
    after = next.place
  }
}

/** What ends a stream, its client is told when it asks again. */
const nextOrEnd = async (deps: Deps, asked: FeedAsked, wait: Wait) => {
  try {
    // a reader that is behind never waits, and the key may be gone since the events before
    await wait.isStillAllowed()
    return await nextEvents(deps, asked, wait)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return undefined
  }
}
