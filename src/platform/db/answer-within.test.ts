import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { answerWithin, lateAnswer } from './answer-within.ts'

// AuthenticationOk, BackendKeyData, ReadyForQuery: what a server says before it falls silent
const welcome = Buffer.from('520000000800000000' + '4b0000000c0000000100000002' + '5a0000000549', 'hex')

test('a connection that does not answer in time is closed, with all its pending queries', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(welcome))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'anybody', pipeline: true })
  client.on('error', () => {})
  await client.connect()
  const closed = new Promise((resolve) => client.once('end', resolve))
  const asked = [100, 10_000, 10_000].map((ms) => answerWithin(client, { text: 'select 1' }, ms))
  const [late, ...others] = await Promise.allSettled(asked)
  assert.equal(late?.status === 'rejected' && late.reason.message, lateAnswer)
  for (const other of others)
    assert.match(other.status === 'rejected' ? other.reason.message : 'answered', /^Connection terminated/)
  await closed
  server.close()
})
