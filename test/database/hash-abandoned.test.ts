import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { hashesAtOnce } from '../../src/platform/crypto/hash-threads.ts'
import { hashesOf } from '../support/hashes.ts'
import { register, tryToRegister } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const stayed = 5
const asked = 8 * hashesAtOnce + stayed
/** Those that were being hashed, and those that came next before anybody saw that their clients had gone. */
const underWay = 2 * hashesAtOnce

test('for those who go away while they wait to sign in, no password is hashed', async () => {
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

test('for those who go away while they wait to register, no password is hashed, and they can do so later', async () => {
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

const waiting = ({ deps }: TestService) =>
  Number(/^sallyport_password_hash_waiting (\d+)$/m.exec(deps.metrics.text())?.[1] ?? 0)

/** @returns the statuses of the last requests, whose clients stayed, and how many were hashed after the others had gone */
const abandon = async (service: TestService, path: string, bodyOf: (place: number) => object) => {
  const requests = Array.from({ length: asked }, (_, place) => send(bodyOf(place)))
  const statuses = requests.slice(-stayed).map((each) => once(each, 'response'))
  let isAnswered = false
  requests[0]?.once('response', () => {
    isAnswered = true
  })
  while (waiting(service) < asked / 2 && !isAnswered) await setImmediate()
  const before = hashesOf(service)
  for (const each of requests.slice(0, -stayed)) each.destroy()
  const answers = (await Promise.all(statuses)).map(([answer]) => answer.resume().statusCode)
  return { answers, since: hashesOf(service) - before }

  function send(body: object): ClientRequest {
    const headers = { 'content-type': 'application/json' }
    const sent = request(service.address + path, { method: 'POST', agent: false, headers })
    sent.on('error', () => {})
    return sent.end(JSON.stringify(body))
  }
}
