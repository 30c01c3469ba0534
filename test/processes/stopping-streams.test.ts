import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../support/people.ts'
import { connectTo, requestBytes } from '../support/raw-socket.ts'
import { startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'
import { timed } from '../support/timed.ts'

// more than the system keeps for a reader
const count = 60_000
// no statement may take three seconds
const atOnce = 10_000

test('a stop does not wait for a reader that does not read its events', async () => {
  const service = await startTestService()
  const { key } = await newServiceKey(service)
  const { userId } = await register(service)
  for (let last = 1_000; last < 1_000 + count; last += atOnce)
    await service.deps.db.run(sql`
      with event as (
        insert into events (user_id, type, outcome, actor_kind)
        select ${userId}, 'session.opened', 'success', 'owner' from generate_series(1, ${atOnce}::integer)
        returning user_id, id
      ), moved as (
        update feed_position set last = ${last + atOnce}::integer
      )
      insert into feed (seq, user_id, event_id)
      select ${last}::integer + row_number() over (), user_id, id from event`)
  const socket = await connectTo(service)
  socket.on('error', () => {}).pause()
  const headers = { Accept: 'text/event-stream', Connection: 'keep-alive' }
  socket.write(requestBytes(service, { method: 'GET', path: '/events?limit=500', token: key, headers }))
  await once(socket, 'readable')
  assert.match(`${socket.read()}`, /^HTTP\/1\.1 200 .*\r\ncontent-type: text\/event-stream/is)
  let read = 0
  do {
    read = socket.bytesRead
    await sleep(1_000)
  } while (socket.bytesRead > read)
  // the rest waits for its reader: each event takes more than 50 bytes
  assert.ok(read < count * 50, `${read} bytes`)
  const tookMs = await timed(service.stop)
  assert.ok(tookMs < 5_000, `${tookMs} ms`)
  socket.destroy()
})
