import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { test } from 'node:test'
import { hashesAtOnce } from '../src/platform/crypto/hash-threads.ts'
import { register } from './support/people.ts'
import { startTestService } from './support/service.ts'

const stayed = 5
const asked = 8 * hashesAtOnce + stayed

test('for those who go away while they wait, no password is hashed', async () => {
  // at the real cost, so that there is a queue
  const service = await startTestService({}, {})
  const { email, password } = await register(service)
  const before = hashes()
  const requests = Array.from({ length: asked }, () => signIn())
  const [first, last] = [requests[0], requests.slice(-stayed)] as const
  const answers = last.map((each) => once(each, 'response'))
  await once(first as ClientRequest, 'response')
  for (const each of requests.slice(1, -stayed)) each.destroy()
  for (const [answer] of await Promise.all(answers)) assert.equal(answer.resume().statusCode, 200)
  assert.ok(hashes() - before < asked / 2, `${hashes() - before} of ${asked} were hashed`)

  function hashes(): number {
    return Number(/^sallyport_password_hash_seconds_count (\d+)$/m.exec(service.deps.metrics.text())?.[1])
  }

  function signIn(): ClientRequest {
    const headers = { 'content-type': 'application/json' }
    const sent = request(`${service.address}/auth/token`, { method: 'POST', agent: false, headers })
    sent.on('error', () => {})
    return sent.end(JSON.stringify({ grant_type: 'password', email, password }))
  }
})
