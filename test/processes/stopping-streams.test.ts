import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../support/people.ts'
import { connectTo, requestBytes } from '../support/raw-socket.ts'
import { startTestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'

// more than the system keeps for a reader
const count = 60_000

test('a stop does not wait for a reader that does not read its events', async () => {
  const service = await startTestService()
  const { key } = await newServiceKey(service)
  const { userId } = await register(service)
  await service.deps.db.run(sql`
    with event as (
      insert into events (user_id, type, outcome, actor_kind)
      select ${userId}, 'session.opened', 'success', 'owner' from generate_series(1, ${count}::integer)
      returning user_id, id
    ), moved as (
      update feed_position set last = 1000 + ${count}::integer
    )
    insert into feed (seq, user_id, event_id)
    select 1000 + row_number() over (), user_id, id from event`)
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
  const beganMs = performance.now()
  await service.stop()
  assert.ok(performance.now() - beganMs < 5_000, `${performance.now() - beganMs} ms`)
  socket.destroy()
})
