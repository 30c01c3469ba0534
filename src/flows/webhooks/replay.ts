import type { Actor } from '#accounts/events/events.ts'
import { findPlaceAt } from '#accounts/events/queries/places.ts'
import { type FeedPlace, lastFed, listFed } from '#accounts/events/queries/read-feed.ts'
import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { findAttemptedSeq } from '#messages/webhooks/queries/attempts.ts'
import { postpone } from '#messages/webhooks/queries/waiting.ts'
import { lockWebhook, setCursorBack } from '#messages/webhooks/queries/webhooks.ts'
import type { Runner } from '#platform/db/db.ts'
import { badRequest, cursorExpired, orNotFound } from '#platform/errors.ts'
import { instantIn } from '#platform/instants.ts'
import { readCursor } from '../resource-servers/events/cursor.ts'
import { readPart } from '../resource-servers/events/read-part.ts'

type Asked = { after?: string | null | undefined; eventId?: string | null | undefined }

type Replayed = { queued: number }

/**
 * Sends a webhook what came after a place in the feed once more, or one event, in the order in which it happened.
 * @returns how many events of the feed are looked at again. Undefined if there is no such webhook
 * @throws 400 for a place that cannot be understood, 404 for an event that was never sent there, 410 if it is no longer kept
 */
export const replayWebhook = async (
  { db }: Pick<Deps, 'db'>,
  id: string,
  { after, eventId }: Asked,
  actor: Actor,
  reason?: string,
): Promise<Replayed | undefined> => {
  if ((after == null) === (eventId == null)) throw badRequest('Send either after or eventId.')
  const place = after == null ? undefined : await placeOf(db, after)
  return db.transaction(async (runner) => {
    if (!(await lockWebhook(runner, id))) return
    const queued = place ? await goBack(runner, id, place) : await sendAgain(runner, id, `${eventId}`)
    const detail = { id, ...(place ? { after } : { eventId }) }
    await recordEvent(runner, { type: 'webhook.replayed', actor, reason, detail })
    return { queued }
  })
}

const goBack = async (runner: Runner, id: string, place: FeedPlace) => {
  await setCursorBack(runner, id, place)
  return Number(BigInt((await lastFed(runner)).seq) - BigInt(place.seq))
}

const sendAgain = async (runner: Runner, id: string, eventId: string) => {
  if (!/^[1-9][0-9]{0,17}$/.test(eventId)) throw badRequest('eventId must be the id of an event.')
  const seq = orNotFound(await findAttemptedSeq(runner, id, eventId))
  const [event] = await listFed(runner, seq, 1)
  if (event?.seq !== seq || event.at === null) throw cursorExpired()
  await postpone(runner, id, [{ seq, userId: event.userId, eventId, attempts: 0, pauseSeconds: 0 }])
  return 1
}

const placeOf = async (runner: Runner, after: string): Promise<FeedPlace> => {
  const at = instantIn(after)
  if (at) return (await findPlaceAt(runner, at)) ?? (await beginning(runner))
  const cursor = readCursor(after)
  if (!cursor || cursor === 'now')
    throw badRequest('after must be an instant such as 2026-01-31T12:00:00Z, or a `next` of GET /events.')
  await readPart(runner, cursor, 1)
  return cursor
}

/** Before the first event of all, unless that is gone. */
const beginning = async (runner: Runner): Promise<FeedPlace> => {
  const [first] = await listFed(runner, '0', 1)
  const isWhole = first ? first.seq === '1' : (await lastFed(runner)).seq === '0'
  if (!isWhole) throw cursorExpired()
  return { seq: '0', atMs: '0' }
}
