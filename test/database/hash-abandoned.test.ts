import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { hashesAtOnce } from '../../src/platform/crypto/hash-threads.ts'
import { hashesOf } from '../support/hashes.ts'
import { register, tryToRegister } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const stayed = 5
const asked = 8 * hashesAtOnce + stayed
/** Those that were being hashed when the service saw that their clients had gone. */
const underWay = hashesAtOnce
const goes = 'a client that goes'

test('no password is hashed for clients that leave while waiting to sign in', async () => {
  // at the real cost, so that there is a queue
  const service = await startTestService({}, {})
  const { email, password } = await register(service)
  const { answers, since } = await abandon(service, '/auth/token', () => ({
    grant_type: 'password',
    email,
    password,
  }))
  assert.deepEqual(answers, Array(stayed).fill(200))
  assert.ok(since <= stayed + underWay, `${since} of ${asked} were hashed since the others had gone`)
})

test('no password is hashed for clients that leave while waiting to register, and they can register later', async () => {
  const service = await startTestService({ REGISTRATIONS_PER_HOUR: '1000' }, {})
  const password = 'a quiet lagoon 4 us'
  const bodyOf = (place: number) => ({
    email: `a${place}@example.com`,
    password,
    passwordConfirmation: password,
  })
  const { answers, since } = await abandon(service, '/auth/register', bodyOf)
  assert.deepEqual(answers, Array(stayed).fill(201))
  assert.ok(since <= stayed + underWay, `${since} of ${asked} were hashed since the others had gone`)
  const gone = await lastWithoutAccount(service, bodyOf)
  assert.equal((await tryToRegister(service, gone)).status, 201)
})

/** Some have an account, as they were hashed before they went away: where addresses lie on several servers, not always the first. */
const lastWithoutAccount = async <Body extends { email: string }>(
  { deps: { db } }: TestService,
  bodyOf: (place: number) => Body,
) => {
  const emails = await db.run<{ canonical: string }>(
    sql`select canonical from emails where user_id is not null`,
  )
  const taken = new Set(emails.map(({ canonical }) => canonical))
  const bodies = Array.from({ length: asked - stayed }, (_, place) => bodyOf(place))
  const body = bodies.findLast(({ email }) => !taken.has(email))
  return body ?? assert.fail('all were registered')
}

/**
 * @returns the statuses of the last requests, whose clients stayed, and how many were hashed after the service had seen the
 * others go: however late that is on a busy machine
 */
const abandon = async (service: TestService, path: string, bodyOf: (place: number) => object) => {
  const gone: Promise<unknown>[] = []
  const onRequest = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.headers['user-agent'] === goes) gone.push(once(response, 'close'))
  }
  subscribe('http.server.request.start', onRequest)
  const requests = Array.from({ length: asked }, (_, place) =>
    send(bodyOf(place), place < asked - stayed ? goes : 'stays'),
  )
  const statuses = requests.slice(-stayed).map((each) => once(each, 'response'))
  while (gone.length < asked - stayed) await setImmediate()
  for (const each of requests.slice(0, -stayed)) each.destroy()
  await Promise.all(gone)
  const before = hashesOf(service)
  unsubscribe('http.server.request.start', onRequest)
  const answers = (await Promise.all(statuses)).map(([answer]) => answer.resume().statusCode)
  return { answers, since: hashesOf(service) - before }

  function send(body: object, agent: string): ClientRequest {
    const headers = { 'content-type': 'application/json', 'user-agent': agent }
    const sent = request(service.address + path, { method: 'POST', agent: false, headers })
    sent.on('error', () => {})
    return sent.end(JSON.stringify(body))
  }
}
