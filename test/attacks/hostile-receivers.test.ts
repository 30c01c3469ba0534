import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { postWebhook } from '../../src/messages/webhooks/post.ts'
import { newWebhookSecret } from '../../src/messages/webhooks/secrets.ts'
import { askOutside } from '../../src/platform/outgoing/ask-outside.ts'
import { keptConnections } from '../../src/platform/outgoing/kept-connections.ts'

const sockets = new Set<Socket>()
const { agentFor, close } = keptConnections()
after(async () => {
  await close()
  for (const socket of sockets) socket.destroy()
})

/** A server that does this once somebody has asked. @returns its address */
const serverThat = async (act: (socket: Socket) => void): Promise<URL> => {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => act(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => new Promise((resolve) => server.close(resolve)))
  return new URL(`http://127.0.0.1:${Object(server.address()).port}/`)
}

const ask = async (act: (socket: Socket) => void, deadlineMs = 60_000) => {
  const url = await serverThat(act)
  const asked = { method: 'POST', headers: {}, body: '{}', isNamed: () => true, deadlineMs, maxBytes: 1_000 }
  return Promise.all([
    askOutside(url, asked),
    agentFor(url).then((agent) => askOutside(url, { ...asked, agent })),
  ])
}

/** Again and again, until the connection is closed. */
const keepWriting = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(text), 5)
  socket.on('close', () => clearInterval(timer))
}

test('an answer in another protocol is none, and ends at once', async () => {
  for (const headers of ['connection: upgrade\r\nupgrade: websocket\r\n', '']) {
    const asked = ask((socket) => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`))
    await assert.rejects(asked, /closed without an answer/, headers)
  }
})

test('a webhook whose receiver answers so has failed, and the next message is sent', async () => {
  const { hostname, href } = await serverThat((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  )
  const receiver = {
    url: href,
    secrets: [newWebhookSecret()],
    privateHosts: [hostname],
    agent: await agentFor(new URL(href)),
  }
  for (const id of ['1', '2']) {
    const { outcome, status, answer } = await postWebhook(receiver, { id, body: '{}' }, Date.now())
    assert.deepEqual(
      [outcome, status, answer],
      ['failed', null, 'the connection was closed without an answer'],
    )
  }
})

test('a connection that is closed before, or in the middle of an answer, is no answer', async () => {
  for (const answer of ['', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n1'])
    await assert.rejects(
      ask((socket) => socket.end(answer)),
      /hang up|aborted|closed/,
      answer,
    )
})

test('after answers that are only on the way, no other is waited for', async () => {
  await assert.rejects(ask(keepWriting('HTTP/1.1 103 Early Hints\r\n\r\n')), /more than 20 interim answers/)
})

test('one interim answer is no answer yet', async () => {
  const [answer] = await ask((socket) =>
    socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\n\r\nyes'),
  )
  assert.deepEqual([answer.status, answer.body.toString()], [200, 'yes'])
})

test('what never comes, or never ends, ends in time, and says so', async () => {
  const endless: Record<string, (socket: Socket) => void> = {
    silence: () => {},
    'a header': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      keepWriting('y')(socket)
    },
    'a body': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n')
      keepWriting('y')(socket)
    },
    'no body': (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'),
    trailers: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ')
      keepWriting('y')(socket)
    },
  }
  await Promise.all(
    Object.entries(endless).map(([what, act]) =>
      assert.rejects(ask(act, 200), /^Error: no answer within 0.2 seconds$/, what),
    ),
  )
})
