import { requireScope } from '../../credentials/service-keys/require-scope.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { readAsked, readWait } from './asked.ts'
import { cursorOf } from './cursor.ts'
import { nextEvents } from './next-events.ts'
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
    serviceGuard: requireScope('events:read'),
    handle: async ({ query, headers, gone }) => {
      const signal = AbortSignal.any([gone, stopping.signal])
      if (!/\btext\/event-stream\b/i.test(headers.accept ?? '')) {
        const { events, place } = await nextEvents(deps, readAsked(query), {
          waitMs: readWait(query),
          signal,
        })
        return { events: events.map(shownEvent), next: cursorOf(place) }
      }
      const wanted = readAsked(query, headers['last-event-id'])
      // what is wrong with the cursor is told before the stream begins
      const { place } = await nextEvents(deps, { ...wanted, limit: 1 }, { waitMs: 0, signal })
      const after = wanted.after === 'now' ? place : wanted.after
      return streamOf(eventStream(deps, { ...wanted, after }, signal))
    },
  })
})

const streamOf = (lines: AsyncIterable<string>) =>
  new Response(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
  })
