import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { childEnvironment } from '../support/child.ts'
import { get, send } from '../support/http.ts'
import { spawnService } from '../support/process.ts'
import { converse, readAnswer } from '../support/raw-socket.ts'
import { assertRefused } from '../support/refusals.ts'
import { newDatabase, startTestService, testSecretKey } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')

const withoutScript = (() => {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return '*** script (util-linux) IS NOT INSTALLED: there is no terminal to start on ***'
  }
})()

/** What the service says on a terminal until it has greeted. */
const saidOnTerminal = async (settings: Record<string, string | undefined>): Promise<string> => {
  const command = `exec '${process.execPath}' src/main.ts`
  const env = childEnvironment({ PORT: '0', ...settings })
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => void child.kill('SIGKILL'))
  let said = ''
  for await (const chunk of child.stdout) {
    said += stripVTControlCharacters(String(chunk)).replaceAll('\r', '')
    if (/^ {2}Email .*\n/m.test(said)) break
  }
  child.kill('SIGTERM')
  return said
}

test('a start on a terminal prints where everything is, and no secret', { skip: withoutScript }, async () => {
  const database = await newDatabase()
  const said = await saidOnTerminal({
    ...database,
    SECRET_KEY: testSecretKey,
    SMTP_URL: '',
    ADMIN_LISTEN: '0',
  })
  const [, address = ''] = /^ {2}Address +(http:\/\/127\.0\.0\.1:\d+)$/m.exec(said) ?? []
  assert.notEqual(address, '', said)
  assert.ok(said.includes(`  Reference  ${address}/docs\n`), said)
  assert.match(said, /^ {2}Operators +http:\/\/127\.0\.0\.1:\d+\/docs\/admin$/m)
  assert.match(said, /^ {2}Data +(PostgreSQL at \S+|\/\S+ \(embedded database\))$/m)
  assert.match(said, /^ {2}Key +SECRET_KEY\. Back it up/m)
  assert.match(said, new RegExp(`^ {2}Email +written to ${database.DATA_DIR}/mail`, 'm'))
  assert.ok(!said.includes(testSecretKey))
  const password = database.DATABASE_URL && new URL(database.DATABASE_URL).password
  if (password) assert.ok(!said.includes(`:${password}@`))
  for (const line of said.split('\n').filter((line) => line.startsWith('{'))) JSON.parse(line)
})

test('anywhere else every line is JSON, and names its level', async () => {
  const service = await spawnService({ ...(await newDatabase()), SECRET_KEY: testSecretKey })
  const lines: string[] = []
  service.child.stdout?.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')))
  await get(service, '/health/live')
  await service.end('SIGTERM')
  assert.ok(lines.length >= 2)
  for (const line of lines) assert.equal(JSON.parse(line).level, 'info')
})

const service = await startTestService({ PRODUCT_NAME: 'Acme', HOME_URL: 'https://app.acme.example/' })

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test('the root address lists the other addresses for programs', async () => {
  const { status, headers, body } = await get(service, '/')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(headers.get('vary'), 'Accept')
  assert.equal(body.name, 'Acme')
  for (const path of [body.docs, body.openapi, body.changelog, body.health])
    assert.equal((await get(service, path)).status, 200, path)
})

test('the root address is a page with links for people', async () => {
  const page = await send(service, 'GET', '/', asBrowser)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.text, /<title>Acme<\/title>/)
  for (const to of ['/docs', '/changelog', '/health/ready', '/account/sign-in']) {
    assert.match(page.text, new RegExp(`<a[^>]* href="${to}">`))
    assert.equal((await get(service, to)).status, 200)
  }
  const { host } = new URL(service.address)
  const nowhere = await converse(service, `GET ?x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  assertRefused(readAnswer(nowhere), 400, 'bad_request')
  assertRefused(await send(service, 'POST', '/', { body: {} }), 405, 'method_not_allowed')
})

test('every hosted page has a link back, if the operator set one', async () => {
  const back = '<a href="https://app.acme.example/">Back to Acme</a>'
  const elsewhere = await startTestService()
  for (const path of [
    '/',
    '/account/forgot-password',
    '/account/verify-email',
    '/account/reset-password?token=x',
  ]) {
    assert.ok((await send(service, 'GET', path, asBrowser)).text.includes(back), path)
    const { text } = await send(elsewhere, 'GET', path, asBrowser)
    assert.doesNotMatch(text.replace('>Back to sign in<', ''), /Back to/)
  }
})
