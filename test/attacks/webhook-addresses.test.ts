import assert from 'node:assert/strict'
import dns from 'node:dns'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { postWebhook } from '../../src/messages/webhooks/post.ts'
import { newWebhookSecret } from '../../src/messages/webhooks/secrets.ts'
import { keptConnections } from '../../src/platform/outgoing/kept-connections.ts'

let connections = 0
const trap = createServer((_request, response) => response.writeHead(204).end())
trap.on('connection', () => connections++)
await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
const { port } = trap.address() as AddressInfo
const { agentFor, close } = keptConnections()

const realLookup = dns.lookup
/** What the next look-ups of any name answer. */
let addresses: string[] = []
const fakeLookup = (_name: string, options: object, answer: (...told: unknown[]) => void) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  if ('all' in options && options.all) answer(null, found)
  else answer(null, found[0]?.address, found[0]?.family)
}
dns.lookup = fakeLookup as unknown as typeof dns.lookup
syncBuiltinESMExports()

after(async () => {
  dns.lookup = realLookup
  syncBuiltinESMExports()
  await close()
  trap.closeAllConnections()
  await new Promise((resolve) => trap.close(resolve))
})

const post = async (url: string, privateHosts: string[] = []) =>
  postWebhook(
    { url, secrets: [newWebhookSecret()], privateHosts, agent: await agentFor(new URL(url)) },
    { id: '1', body: '{}' },
    Date.now(),
  )

test('a name that leads to a private address when it is connected to is not connected to, whatever it was before', async () => {
  for (const found of [
    ['127.0.0.1'],
    ['10.0.0.8'],
    ['169.254.169.254'],
    ['::1'],
    ['::7f00:1'],
    ['fec0::1'],
    ['93.184.215.14', '127.0.0.1'],
  ]) {
    addresses = found
    const { outcome, answer } = await post(`http://hooks.example.com:${port}/`)
    assert.equal(outcome, 'failed')
    assert.match(answer, /not on the public internet/, `${found}`)
  }
  assert.equal(connections, 0)
})

test('a private address that was written as such is not connected to either', async () => {
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '10.0.0.8',
  ])
    assert.match((await post(`http://${host}:${port}/`)).answer, /not on the public internet/, host)
  assert.equal(connections, 0)
})

test('a host that the operator named is connected to, and its connection is kept', async () => {
  addresses = ['127.0.0.1']
  for (let times = 0; times < 5; times++)
    assert.equal((await post(`http://hooks.internal:${port}/`, ['hooks.internal'])).outcome, 'delivered')
  assert.equal(connections, 1)
  assert.match((await post(`http://other.internal:${port}/`, ['hooks.internal'])).answer, /not on the public/)
})
