import { requirePlace } from '#accounts/events/news.ts'
import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { asksForStream } from '#platform/http/asks-for-stream.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { readAsked, readWait } from './asked.ts'
import { cursorOf } from './cursor.ts'
import { nextEvents } from './next-events.ts'
import { readPart } from './read-part.ts'
import { shownEvent } from './shown.ts'
import { eventStream } from './stream.ts'

export const eventFeedRoutes = endpoints((endpoint, deps, app) => {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())

  endpoint('GET', '/events', {
    summary: 'What happens to accounts, in order.',
    description:
      'For other services, with a key of the scope `events:read`: so they learn of a sign-out within a second. No event is skipped, and none comes twice. With `Accept: text/event-stream` it is a stream of server-sent events, which goes on after `Last-Event-ID` and ends after five minutes.',
    query: {
      after:
        'The `next` of the answer before, or `now`. Without it, the feed begins with the oldest event that is kept.',
      types: 'Only these, separated by commas: `session.ended,account.deleted`.',
      limit: 'How many, 1 to 500; 100 by default.',
      wait: 'Seconds to wait while there are none, 0 to 25; 0 by default.',
    },
    answers: {
      200: ['Events, or none, and where to go on.', 'FeedPage or EventStream'],
      410: ['What follows the cursor is no longer kept. Begin again.', 'Refusal'],
    },
    refusals: [400],
    isWithoutHead: true,
    serviceGuard: requireScope('events:read'),
    handle: async ({ who, query, headers, gone }) => {
      const signal = AbortSignal.any([gone, stopping.signal])
      const wait = { by: who.keyId, ms: readWait(query), signal, isStillAllowed: who.checkAgain }
      if (asksForStream(headers.accept)) {
        const asked = readAsked(query, headers['last-event-id'])
        // what is wrong with the cursor, and that too many wait, is told before the stream begins
        requirePlace(deps, who.keyId)
        const { place } = await readPart(deps.db, asked.after, 1)
        const after = asked.after === 'now' ? place : asked.after
        return streamOf(eventStream(deps, { ...asked, after }, wait))
      }
      const { events, place } = await nextEvents(deps, readAsked(query), wait)
      return { events: events.map(shownEvent), next: cursorOf(place) }
    },
  })
})

const streamOf = (lines: AsyncIterable<string>) =>
  new Response(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), {
    // proxies would collect what they pass on
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  })
