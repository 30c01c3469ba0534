import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import Fastify from 'fastify'
import * as forFastify from '../../packages/client/src/fastify.ts'
import { createBff } from '../../packages/client/src/server/index.ts'
import { atEnd } from '../support/at-end.ts'
import { newEmail } from '../support/people.ts'
import { sharedService } from '../support/service.ts'

const origin = 'https://shop.example.com'
const key = 'a key that has more than thirty-two characters'
const service = await sharedService()

/** An upstream that tells what it was sent. */
const upstream = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  response.end(JSON.stringify({ body, own: request.headers['x-own'] }))
}).listen(0, '127.0.0.1')
atEnd(async () => void upstream.close().closeAllConnections())
await once(upstream, 'listening')
const upstreams = { '/api': `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` }

test('behind Fastify it works over HTTP/2, whose bodies need no length', async () => {
  const person = { email: newEmail(), password: 'a password of the tests' }
  const app = Fastify({ http2: true }).register(
    forFastify.bff(createBff({ url: service.address, key, origin, upstreams })),
  )
  app.post('/register', async ({ sallyport }) => JSON.stringify((await sallyport?.register(person))?.state))
  atEnd(() => app.close())
  const session = connect(await app.listen())
  atEnd(async () => session.close())
  let cookie = ''
  const ask = async (method: string, path: string, body?: string, endStream = !body) => {
    const own = { ':method': method, ':path': path, origin, cookie, 'x-own': '1' }
    const stream = session.request({ ...own, ...(body && { 'content-type': 'text/plain' }) }, { endStream })
    if (!endStream) stream.end(body)
    const [headers] = await once(stream, 'response')
    cookie = headers['set-cookie']?.[0].split(';')[0] ?? cookie
    return { status: headers[':status'], body: await json(stream) }
  }
  assert.deepEqual(await ask('POST', '/register'), { status: 200, body: 'signed_in' })
  const { body: me } = await ask('GET', '/me')
  assert.equal(Object(me).email, person.email)
  assert.deepEqual((await ask('POST', '/api/orders', 'ten')).body, { body: 'ten', own: '1' })
  assert.deepEqual((await ask('GET', '/api/orders')).body, { body: '', own: '1' })
  // a proxy may end a request without a body by an empty frame
  assert.deepEqual((await ask('GET', '/api/orders', undefined, false)).body, { body: '', own: '1' })
})
