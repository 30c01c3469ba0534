import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { parseConfig } from '../../src/config/config.ts'
import { startService } from '../../src/start.ts'
import { get } from '../support/http.ts'
import { newOperator } from '../support/operators.ts'
import { newDatabase, startTestService, testSecretKey } from '../support/service.ts'

const together = await startTestService()
const apart = await startTestService({ ADMIN_LISTEN: '127.0.0.1:0' })

test('operators can have a listener of their own, and nothing else is served there', async () => {
  assert.equal(together.adminAddress, together.address)
  assert.notEqual(apart.adminAddress, apart.address)
  const { address: main, adminAddress: own } = apart
  const { ask } = await newOperator(apart, 'users:read')
  assert.equal((await ask('GET', '/users')).status, 200)
  for (const path of ['/admin/users', '/admin/openapi.json', '/admin/acts', '/docs/admin'])
    assert.equal((await fetch(main + path)).status, 404, path)
  for (const path of [
    '/',
    '/users/me',
    '/account',
    '/openapi.json',
    '/changelog',
    '/llms.txt',
    '/docs/guides/mail.md',
    '/docs/settings.md',
    '/auth/introspect',
    '/events',
  ])
    assert.equal((await fetch(own + path)).status, 404, path)
})

test('the operators’ reference has a page of its own, and the applications’ reference omits it', async () => {
  for (const address of [together.address, apart.adminAddress]) {
    const page = await get({ address }, '/docs/admin')
    assert.equal(page.status, 200)
    assert.match(page.text, /POST \/admin\/users</)
    for (const [, path = ''] of page.text.matchAll(/(?:src|href|data-document)="\.\.\/([^"]+)"/g))
      assert.equal((await get({ address }, `/${path}`)).status, 200, path)
  }
  assert.doesNotMatch((await get(together, '/openapi.json')).text, /\/admin/)
  assert.doesNotMatch((await get(together, '/docs')).text, /\/admin/)
})

test('ADMIN_LISTEN is a port on this machine, or an address with a port', () => {
  const listens = (text: string) => parseConfig({ ADMIN_LISTEN: text }).adminListen
  assert.equal(listens(''), undefined)
  assert.deepEqual(listens('3001'), { host: '127.0.0.1', port: 3001 })
  assert.deepEqual(listens('10.0.0.5:3001'), { host: '10.0.0.5', port: 3001 })
  assert.deepEqual(listens('[::1]:3001'), { host: '::1', port: 3001 })
  for (const wrong of ['localhost', '::1', '65536', '127.0.0.1:', 'http://127.0.0.1:3001', ':3001', '-1'])
    assert.throws(() => listens(wrong), /ADMIN_LISTEN: must be/, wrong)
})

test('the operators’ listener must differ from the public one', () => {
  const parse = (HOST: string, ADMIN_LISTEN: string) =>
    parseConfig({ HOST, PORT: '3000', ADMIN_LISTEN, DATA_DIR: '/tmp' }).adminListen
  for (const [host, own] of [
    ['127.0.0.1', '3000'],
    ['10.0.0.5', '10.0.0.5:3000'],
    ['10.0.0.5', '0.0.0.0:3000'],
    ['0.0.0.0', '3000'],
  ] as const)
    assert.throws(() => parse(host, own), /ADMIN_LISTEN: must differ from HOST and PORT/)
  assert.equal(parse('10.0.0.5', '3000')?.port, 3000)
  assert.equal(parse('127.0.0.1', '3001')?.port, 3001)
})

test('a port in use stops the start, and leaves nothing open', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const environment = { ...(await newDatabase()), SECRET_KEY: testSecretKey, PORT: '0' }
  const start = (more = {}) =>
    startService(parseConfig({ ...environment, ...more }), together.deps.log, Date.now)
  await assert.rejects(
    start({ ADMIN_LISTEN: String(port) }),
    /ADMIN_LISTEN: \d+ is in use by another program/,
  )
  taken.close()
  const service = await start({ ADMIN_LISTEN: String(port) })
  assert.equal(service.adminAddress, `http://127.0.0.1:${port}`)
  await service.stop()
})
