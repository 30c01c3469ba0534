import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import express from 'express'
import * as forExpress from '../../packages/client/src/express.ts'
import { type Bff, createBff } from '../../packages/client/src/server/index.ts'
import { atEnd } from '../support/at-end.ts'
import { get } from '../support/http.ts'
import { newEmail, register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const origin = 'https://shop.example.com'
const key = 'a key that has more than thirty-two characters'
const service = await startTestService({ TRUSTED_PROXIES: 'loopback', FAILURES_PER_ADDRESS: '3' })

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  atEnd(async () => void server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An upstream that tells which headers it was sent. */
const upstream = await serve((request, response) => void response.end(JSON.stringify(request.headers)))

const newBff = (): Bff =>
  createBff({
    url: service.address,
    key,
    origin,
    upstreams: { '/accounts': service.address, '/api': upstream },
  })

type Sent = { headers?: Record<string, string>; body?: object; address?: string }

const ask = async (path: string, { headers = {}, body, address }: Sent): Promise<Response> => {
  const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const init = { method: body ? 'POST' : 'GET', headers: { ...own, ...headers } }
  const request = new Request(origin + path, { ...init, ...(body && { body: JSON.stringify(body) }) })
  const answer = await newBff().handle(request, address)
  assert.ok(answer)
  return answer
}

const signIn = (credentials: { email: string; password: string }, sent: Sent) =>
  ask('/accounts/auth/token', { ...sent, body: { grant_type: 'password', ...credentials } })

const lies = (index: number) => ({
  'x-forwarded-for': `198.51.100.${index}`,
  forwarded: `for=198.51.100.${index}`,
  'x-real-ip': `198.51.100.${index}`,
})

test('a session opened through the BFF shows the visitor’s address, whatever the browser claims', async () => {
  const person = await register(service)
  for (const headers of [{}, lies(1), { connection: 'x-forwarded-for', ...lies(1) }]) {
    const answer = await signIn(person, { headers, address: '203.0.113.7' })
    const { accessToken } = Object(await answer.json())
    const { body } = await get(service, '/users/me/sessions', accessToken.token)
    assert.equal(body.find(({ current }: { current: boolean }) => current).ip, '203.0.113.7')
  }
})

test('guesses through the BFF count against the visitor who makes them, and nobody else', async () => {
  const guess = async (index: number, address: string) => {
    const credentials = { email: newEmail(), password: 'a wrong password' }
    return (await signIn(credentials, { headers: index % 2 ? lies(index) : {}, address })).status
  }
  const statuses = []
  for (let index = 0; index < 5; index++) statuses.push(await guess(index, '203.0.113.8'))
  assert.deepEqual(statuses, [401, 401, 401, 429, 429])
  assert.equal(await guess(5, '203.0.113.9'), 401)
})

test('an upstream gets the address known to the server, or none', async () => {
  for (const address of ['203.0.113.7', '2001:db8::7', undefined]) {
    const answer = await ask('/api/orders', { headers: lies(2), ...(address && { address }) })
    const seen = Object(await answer.json())
    assert.deepEqual(
      [seen['x-forwarded-for'], seen.forwarded, seen['x-real-ip']],
      [address, undefined, undefined],
    )
  }
})

test('behind Express, the address is the connection’s, or the one a trusted proxy appended', async () => {
  const seenBy = async (trusted: string | false) => {
    const web = express().set('trust proxy', trusted).use(forExpress.bff(newBff()))
    const headers = { 'x-forwarded-for': '198.51.100.3, 203.0.113.10' }
    const answer = await fetch(`${await serve(web)}/api/orders`, { headers })
    return Object(await answer.json())['x-forwarded-for']
  }
  assert.equal(await seenBy(false), '127.0.0.1')
  assert.equal(await seenBy('loopback'), '203.0.113.10')
})

test('an upstream gets the application’s own host, and no other header reserved for proxies', async () => {
  const claims = {
    ...lies(3),
    'x-forwarded': 'for=198.51.100.3',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '1',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-server': 'evil.example',
    'x-forwarded-user': 'root',
    'forwarded-for': '198.51.100.3',
    'x-original-forwarded-for': '198.51.100.3',
    'x-original-host': 'evil.example',
    'x-original-url': '/admin',
    'x-rewrite-url': '/admin',
    'x-host': 'evil.example',
    'x-scheme': 'http',
    'x-url-scheme': 'http',
    'front-end-https': 'off',
    'x-client-ip': '198.51.100.3',
    'x-cluster-client-ip': '198.51.100.3',
    'true-client-ip': '198.51.100.3',
    'cf-connecting-ip': '198.51.100.3',
    'cf-connecting-ipv6': '2001:db8::3',
    'fastly-client-ip': '198.51.100.3',
    'fly-client-ip': '198.51.100.3',
    x_real_ip: '198.51.100.3',
    X_Forwarded_Host: 'evil.example',
  }
  const answer = await ask('/api/orders', { headers: { ...claims, 'x-own': '1' } })
  const seen = Object(await answer.json())
  const names = Object.keys(claims).map((name) => name.toLowerCase())
  assert.deepEqual(
    names.filter((name) => name in seen),
    ['x-forwarded-host', 'x-forwarded-proto'],
  )
  assert.deepEqual([seen['x-forwarded-host'], seen['x-forwarded-proto']], ['shop.example.com', 'https'])
  assert.equal(seen['x-own'], '1')
})
