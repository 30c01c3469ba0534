import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, METHODS, request } from 'node:http'
import { test } from 'node:test'
import { newEmail, register, signIn } from '../support/people.ts'
import { scrape } from '../support/scrape.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0', REGISTRATIONS_PER_HOUR: '0' })
const count = 10_000
const atOnce = 32
/** In whatever a stranger may choose. */
const mark = 'qzxj'

const document = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'))
const admin = JSON.parse(readFileSync(new URL('../../contract/admin-openapi.json', import.meta.url), 'utf8'))
const known = Object.keys({ ...document.paths, ...admin.paths })
const odd = [
  '/{a}',
  '/%ff',
  '//{a}',
  '/account/{a}',
  '/users/{a}/{b}',
  '/{a}?b=c',
  `/${'x'.repeat(2_100)}`,
  '*',
]
const grants = ['password', 'refresh_token', 'two_factor', 'passkey', 'oauth_code', mark]

/** One of many, the next each time. */
const nth = <Value>(values: readonly Value[], n: number): Value => values[n % values.length]!

const oddRequest = (n: number) => {
  const path = nth([...known, ...odd], n).replace(/\{\w+\}/g, `${mark}${n}`)
  const bodies = [
    undefined,
    JSON.stringify({ grant_type: nth(grants, n), email: `${mark}${n}@example.com`, password: `${mark}${n}` }),
    JSON.stringify({ [`${mark}${n}`]: n, token: mark, challenge: mark, method: mark, code: mark }),
    `{"${mark}`,
    mark.repeat(5_000),
  ]
  const headers = {
    'user-agent': `${mark}/${n}`,
    host: nth(['localhost', `${mark}${n}.example`, mark], n >> 2),
    authorization: nth([`Bearer ${mark}${n}`, `Basic ${mark}`, mark], n >> 3),
    'content-type': nth(['application/json', `text/${mark}${n}`], n >> 4),
    origin: `https://${mark}${n}.example`,
    'x-forwarded-for': `192.0.2.${n % 256}`,
    'x-request-id': `${mark}${n}`,
    'accept-language': mark,
  }
  // every path meets every method and every body
  const method = nth(
    METHODS.filter((name) => name !== 'CONNECT'),
    Math.floor(n / known.length) + n,
  )
  return { path, method, headers, body: nth(bodies, n >> 1) }
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const ask = (address: string, { path, method, headers, body }: ReturnType<typeof oddRequest>) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(address)
    const asked = request({ hostname, port, path, method, headers, agent, timeout: 20_000 }, (answer) =>
      answer.resume().on('close', resolve),
    )
    // some are hung up on
    asked.on('error', () => resolve())
    asked.on('timeout', () => asked.destroy())
    asked.end(body)
  })

test('ten thousand odd requests make fewer than two thousand series, and none with a name they sent', async () => {
  const person = await register(service)
  await signIn(service, { email: newEmail(), password: person.password })
  let next = 0
  const askOneAfterAnother = async () => {
    for (let n = next++; n < count; n = next++)
      await ask(n % 8 === 0 ? service.adminAddress : service.address, oddRequest(n))
  }
  await Promise.all(Array.from({ length: atOnce }, askOneAfterAnother))
  agent.destroy()
  const { text, samples, sum } = await scrape(service)
  assert.ok(sum('http_requests_total')! > count * 0.9, `${sum('http_requests_total')} were counted`)
  assert.ok(samples.length < 2_000, `${samples.length} series`)
  assert.ok(!text.includes(mark))
  const routes = new Set([...known.map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')), 'none', '/metrics'])
  const values = (label: string) =>
    new Set(samples.flatMap(({ name, labels }) => (name.includes('_http_') ? (labels[label] ?? []) : [])))
  assert.deepEqual(
    [...values('route')].filter((route) => !routes.has(route)),
    [],
  )
  assert.deepEqual(
    [...values('method')].filter((name) => !/^(GET|POST|PUT|PATCH|DELETE|OPTIONS|other)$/.test(name)),
    [],
  )
  assert.deepEqual(
    [...values('status')].filter((status) => !/^[2-5]\d\d$/.test(status)),
    [],
  )
  const refusedByAll = samples.filter(({ labels }) =>
    ['405', '413', '414', '415'].includes(labels.status ?? ''),
  )
  assert.deepEqual(new Set(refusedByAll.map(({ labels }) => labels.route)), new Set(['none']))
})
