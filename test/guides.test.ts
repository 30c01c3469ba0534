import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { TokenPair } from '../contract/wire.ts'
import { many } from '../src/platform/db/db.ts'
import { startBrowser, withoutBrowser } from './support/chromium.ts'
import { codeOf, faultsIn, guides, placeProgram, scriptOf } from './support/guide-code.ts'
import { newEmail, register as newPerson, type Tokens } from './support/people.ts'
import { registerGuarded, settingsOf } from './support/second-factor.ts'
import { startTestService } from './support/service.ts'
import { sql } from './support/sql.ts'
import { shiftRows } from './support/time.ts'

const guide = 'docs/guides/sign-in-from-a-web-app.md'
const password = 'a password of the tests'
const service = await startTestService()
const code = await codeOf(guide)
const program = await placeProgram(code)

/** As a program of a reader would import it, each time anew. */
const load = (name: string) => import(`${pathToFileURL(program)}?${name}`)

/** In front of a service: sees what is asked, loses answers to `POST /auth/token`, and serves an application's page. */
const startWire = async () => {
  const asked: string[] = []
  const wire = { address: '', asked, loses: 0, delayMs: 0 }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (request.url === '/app.html')
      return response.setHeader('Content-Type', 'text/html').end('<!doctype html>')
    if (request.url === '/app.js')
      return response.setHeader('Content-Type', 'text/javascript').end(scriptOf(code))
    asked.push(`${request.method} ${request.url}`)
    const answer = await fetch(service.address + request.url, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => /^(authorization|content-type)$/.test(name)),
      ) as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    await sleep(wire.delayMs)
    if (request.url === '/auth/token' && wire.loses-- > 0) return request.socket.destroy()
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name)),
    )
    response.writeHead(answer.status, headers).end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close().closeAllConnections())
  wire.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return wire
}

const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray())

/** A place in memory, by the guide's own code for servers. */
const newClient = async (address: string) => {
  const { serverPlace, ...guided } = await load('server')
  const kept = new Map<string, TokenPair | undefined>()
  const store = {
    get: async (id: string) => kept.get(id),
    set: async (id: string, pair: TokenPair | undefined) => void kept.set(id, pair),
  }
  const client = (id: string) => ({ service: address, place: serverPlace(store, id) })
  return { ...guided, kept, client }
}

const pairOf = ({ accessToken, refreshToken }: Tokens) =>
  ({ accessToken: { token: accessToken }, refreshToken: { token: refreshToken } }) as TokenPair

/** Goes by so much time that every access token is too old. */
const goStale = () => shiftRows(service, 960)

test('there is code to look at', () => assert.ok(guides.includes(guide)))

for (const page of guides) {
  test(`the code of ${page} compiles, as strict as TypeScript 5 is`, async () => {
    const placed = await placeProgram(await codeOf(page))
    assert.deepEqual(faultsIn(placed, 'browser'), [])
    assert.deepEqual(faultsIn(placed, 'server'), [])
  })
}

test('the contract alone compiles as strictly', async () => {
  const placed = await placeProgram(readFileSync(new URL('../contract/wire.ts', import.meta.url), 'utf8'))
  assert.deepEqual(faultsIn(placed, 'server'), [])
})

test("the guide's table has every refusal that there is, with its status, and no other", () => {
  const errors = readFileSync(new URL('../src/platform/errors.ts', import.meta.url), 'utf8')
  const thrown = [...errors.matchAll(/refused\(\s*(\d{3}),\s*'(\w+)'/g)].map(
    ([, status, code]) => `${status} ${code}`,
  )
  const wire = readFileSync(new URL('../contract/wire.ts', import.meta.url), 'utf8')
  const [, union = ''] = /type RefusalCode =\n(.*?)\n\n/s.exec(wire) ?? []
  const codes = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1])
  const rows = [
    ...readFileSync(new URL(`../${guide}`, import.meta.url), 'utf8').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm),
  ]
  const shown = rows.map(([, status, code]) => `${status} ${code}`)
  assert.deepEqual(shown.toSorted(), [...new Set([...thrown, '500 internal_error'])].toSorted())
  assert.deepEqual(new Set(rows.map(([, , code]) => code)), new Set(codes))
  assert.equal(new Set(shown).size, shown.length)
})

test('the code registers, signs in, calls, refreshes once the token is stale, and signs out', async () => {
  const wire = await startWire()
  const { register, signIn, call, signOut, kept, client } = await newClient(wire.address)
  const ada = client('ada')
  const email = newEmail()
  await register(ada, email, password, password)
  await signIn(ada, email, password)
  assert.equal((await call(ada, '/users/me')).status, 200)
  const before = kept.get('ada')
  await goStale()
  assert.equal((await call(ada, '/users/me')).status, 200)
  assert.notEqual(kept.get('ada')?.refreshToken.token, before?.refreshToken.token)
  await signOut(ada)
  assert.equal(kept.get('ada'), undefined)
  assert.equal((await call(ada, '/users/me')).status, 401)
})

test('a wrong password is sent once, wherever it is sent to', async () => {
  const wire = await startWire()
  const { register, signIn, call, codeOf, client } = await newClient(wire.address)
  const ada = client('ada')
  const email = newEmail()
  await register(ada, email, password, password)
  const { id } = await (await call(ada, '/users/me')).json()
  wire.asked.length = 0
  await assert.rejects(
    signIn(ada, email, 'a wrong password'),
    (error) => codeOf(error) === 'invalid_credentials',
  )
  assert.deepEqual(wire.asked, ['POST /auth/token'])

  wire.asked.length = 0
  const body = JSON.stringify({
    currentPassword: 'a wrong password',
    password: `${password}!`,
    passwordConfirmation: `${password}!`,
  })
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body }
  const answer = await call(ada, `/users/${id}/password`, init)
  assert.equal(answer.status, 401)
  assert.equal((await answer.json()).code, 'invalid_credentials')
  assert.deepEqual(wire.asked, [`PUT /users/${id}/password`])
})

test('a wrong one-time code is sent once, and costs one try', async () => {
  const wire = await startWire()
  const { call, client, kept } = await newClient(wire.address)
  const person = await registerGuarded(service)
  const ada = client('ada')
  kept.set('ada', pairOf(person))
  const answer = await call(ada, settingsOf(person), {
    method: 'DELETE',
    headers: new Headers({ 'Content-Type': 'application/json' }),
    body: JSON.stringify({ code: '000000' }),
  })
  assert.equal(answer.status, 401)
  assert.deepEqual((await answer.json()).code, 'wrong_code')
  assert.deepEqual(
    await many(service.deps.db, sql`select count from attempts where kind = 'second factor'`),
    [{ count: 1 }],
  )
  assert.equal(wire.asked.length, 1)
})

test('fifty calls at once with a stale token refresh once, and users do not wait for one another', async () => {
  const wire = await startWire()
  const { call, client, kept } = await newClient(wire.address)
  kept.set('ada', pairOf(await newPerson(service)))
  const ada = client('ada')
  await goStale()
  kept.set('grace', pairOf(await newPerson(service)))
  const grace = client('grace')
  wire.asked.length = 0
  const finished: string[] = []
  wire.delayMs = 200
  const crowd = Array.from({ length: 50 }, () => call(ada, '/users/me'))
  const all = Promise.all(crowd).then((answers) => {
    finished.push('ada')
    return answers
  })
  await call(grace, '/users/me').then(() => finished.push('grace'))
  assert.ok((await all).every(({ status }) => status === 200))
  assert.deepEqual(finished, ['grace', 'ada'])
  assert.equal(wire.asked.filter((line) => line === 'POST /auth/token').length, 1)
})

test('two processes of a server that refresh at once end up with one pair', async () => {
  const wire = await startWire()
  const [one, two] = [await newClient(wire.address), await newClient(wire.address)]
  const { serverPlace } = await load('another process')
  const pair = pairOf(await newPerson(service))
  await goStale()
  one.kept.set('ada', pair)
  two.kept.set('ada', pair)
  const store = {
    get: async (id: string) => two.kept.get(id),
    set: async (id: string, next: TokenPair) => void two.kept.set(id, next),
  }
  const elsewhere = { service: wire.address, place: serverPlace(store, 'ada') }
  const answers = await Promise.all([
    one.call(one.client('ada'), '/users/me'),
    two.call(elsewhere, '/users/me'),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.notDeepEqual(one.kept.get('ada'), pair)
  assert.deepEqual(one.kept.get('ada'), two.kept.get('ada'))
})

test('a lost answer is asked for again, and only while that is safe', async () => {
  const wire = await startWire()
  const { call, client, kept } = await newClient(wire.address)
  kept.set('ada', pairOf(await newPerson(service)))
  await goStale()
  const stale = kept.get('ada')
  wire.loses = 2
  assert.equal((await call(client('ada'), '/users/me')).status, 200)
  assert.equal(wire.asked.filter((line) => line === 'POST /auth/token').length, 3)
  assert.notEqual(kept.get('ada')?.refreshToken.token, stale?.refreshToken.token)
})

test('when every answer is lost it stops within ten seconds, and keeps the tokens', async () => {
  const wire = await startWire()
  const { call, client, kept } = await newClient(wire.address)
  const pair = pairOf(await newPerson(service))
  kept.set('ada', pair)
  await goStale()
  wire.loses = Number.POSITIVE_INFINITY
  const started = performance.now()
  await assert.rejects(call(client('ada'), '/users/me'))
  assert.ok(performance.now() - started < 10_000)
  const tries = wire.asked.length
  assert.equal(kept.get('ada'), pair)
  await sleep(2_000)
  assert.equal(wire.asked.length, tries)
})

test('two tabs of a browser that refresh at once stay signed in, with one refresh', {
  skip: withoutBrowser,
}, async () => {
  const wire = await startWire()
  const app = `${wire.address}/app.html`
  const { page: first } = await (await startBrowser())(app)
  const second = await first.context().newPage()
  await second.goto(app)
  const client = `{ service: location.origin, place: guided.browserPlace }`
  const email = newEmail()
  const guided = (work: string) => `import('/app.js').then(async (guided) => ${work})`
  await first.evaluate(guided(`guided.register(${client}, '${email}', '${password}', '${password}')`))
  await goStale()
  wire.asked.length = 0
  wire.delayMs = 100
  const calls = guided(
    `(await Promise.all(Array.from({ length: 5 }, () => guided.call(${client}, '/users/me')))).map(({ status }) => status)`,
  )
  const statuses = await Promise.all([first.evaluate(calls), second.evaluate(calls)])
  assert.deepEqual(statuses.flat(), Array(10).fill(200))
  assert.equal(wire.asked.filter((line) => line === 'POST /auth/token').length, 1)
  wire.delayMs = 0
  await first.evaluate(guided(`guided.signOut(${client})`))
  assert.equal(await second.evaluate('localStorage.length'), 0)
})
