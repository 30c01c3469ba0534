import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminRefusal } from '../../../contract/admin.ts'
import type { Ask } from './case.ts'

const patienceMs = 120_000

/** Why the request of an answer was refused, as soon as that is written. @throws if it never is */
export const explained = async (ask: Ask, { headers }: { headers: Headers }): Promise<AdminRefusal> => {
  const requestId = headers.get('x-request-id')
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await sleep(50)) {
    const answer = await ask('GET', `/refusals/${requestId}`)
    if (answer.status === 200) return answer.body
  }
  return assert.fail(`nothing explains ${requestId}`)
}
