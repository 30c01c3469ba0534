import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { test } from 'node:test'
import { hashesAtOnce } from '../src/platform/crypto/hash-threads.ts'
import { register, tryToRegister } from './support/people.ts'
import { startTestService, type TestService } from './support/service.ts'

const stayed = 5
const asked = 8 * hashesAtOnce + stayed

test('for those who go away while they wait to sign in, no password is hashed', async () => {
  // at the real cost, so that there is a queue
  const service = await startTestService({}, {})
  const { email, password } = await register(service)
  const before = hashes(service)
  const answers = await abandon(service, '/auth/token', () => ({ grant_type: 'password', email, password }))
  assert.deepEqual(answers, Array(stayed).fill(200))
  assert.ok(hashes(service) - before < asked / 2, `${hashes(service) - before} of ${asked} were hashed`)
})

test('nor for those who go away while they wait to register, and they can do so later', async () => {
  const service = await startTestService({ REGISTRATIONS_PER_HOUR: '1000' }, {})
  const password = 'a quiet lagoon 4 us'
  const bodyOf = (place: number) => ({
    email: `a${place}@example.com`,
    password,
    passwordConfirmation: password,
  })
  const answers = await abandon(service, '/auth/register', bodyOf)
  assert.deepEqual(answers, Array(stayed).fill(201))
  assert.ok(hashes(service) < asked / 2, `${hashes(service)} of ${asked} were hashed`)
  const gone = bodyOf(asked - stayed - 1)
  assert.equal((await tryToRegister(service, gone)).status, 201)
})

const hashes = ({ deps }: TestService) =>
  Number(/^sallyport_password_hash_seconds_count (\d+)$/m.exec(deps.metrics.text())?.[1] ?? 0)

/** @returns the statuses of the last requests, whose clients stayed */
const abandon = async ({ address }: TestService, path: string, bodyOf: (place: number) => object) => {
  const requests = Array.from({ length: asked }, (_, place) => send(bodyOf(place)))
  const answers = requests.slice(-stayed).map((each) => once(each, 'response'))
  await once(requests[0] as ClientRequest, 'response')
  for (const each of requests.slice(1, -stayed)) each.destroy()
  const responses = await Promise.all(answers)
  return responses.map(([answer]) => answer.resume().statusCode)

  function send(body: object): ClientRequest {
    const headers = { 'content-type': 'application/json' }
    const sent = request(address + path, { method: 'POST', agent: false, headers })
    sent.on('error', () => {})
    return sent.end(JSON.stringify(body))
  }
}
