import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export const checksASecond = 200
/** A turn lasts as long as its work, and long enough for a 99th percentile. */
const leastMs = 3_000

/** Whose access token is checked, where, and over which connections. */
export type Checked = { base: string; token: string; agent: Agent }

/** @returns what the work does, and what each check meanwhile took in milliseconds, from the moment that it was due */
export const checkedWhile = async <Result>(
  checked: Checked,
  work: () => Promise<Result>,
): Promise<[Result, number[]]> => {
  let isOver = false
  const working = Promise.all([work(), sleep(leastMs)]).finally(() => {
    isOver = true
  })
  const checks: Promise<number>[] = []
  for (let dueMs = performance.now(); !isOver; dueMs += 1_000 / checksASecond) {
    await sleep(Math.max(0, dueMs - performance.now()))
    checks.push(timedCheck(checked, dueMs))
  }
  const [result] = await working
  return [result, await Promise.all(checks)]
}

const timedCheck = async ({ base, token, agent }: Checked, dueMs: number): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  const asking = request(`${base}/users/me`, { agent, headers })
  asking.end()
  const [response] = await once(asking, 'response')
  assert.equal(response.statusCode, 200)
  response.resume()
  await once(response, 'end')
  return performance.now() - dueMs
}
