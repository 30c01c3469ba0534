import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertDocumented } from './contract.ts'
import type { Answer } from './http.ts'
import { connectTo, readAnswer, readToEnd, requestBytes } from './raw-socket.ts'
import { isCitus } from './service.ts'

export type RacingRequest = {
  method?: string
  path: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

type Services = { address: string } | { address: string }[]
type RequestOf = (index: number) => RacingRequest

/**
 * Sends `count` requests at the same moment, over a socket each: all but the last byte of every one, then every last
 * byte at once. With several services the requests take turns between them.
 * @returns the answers, in the order of the requests
 */
export const race = async (services: Services, count: number, requestOf: RequestOf): Promise<Answer[]> => {
  const targets = [services].flat()
  const runners = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const service = targets[index % targets.length]!
      const request = requestOf(index)
      const socket = await connectTo(service)
      const bytes = requestBytes(service, request)
      const wire = readToEnd(socket)
      socket.write(bytes.subarray(0, -1))
      return { request, socket, wire, lastByte: bytes.subarray(-1) }
    }),
  )
  // so that the service has read what there is of each
  await sleep(50)
  for (const { socket, lastByte } of runners) socket.write(lastByte)
  return Promise.all(
    runners.map(async ({ request: { method = 'POST', path }, wire }) => {
      const answer = readAnswer(await wire)
      assertDocumented(method, path, answer)
      return answer
    }),
  )
}

/**
 * The same, and whoever was turned away by a busy machine comes back afterwards, as clients do: 503 says that nothing
 * was done. For what is spent once, and not for how many are served at once.
 */
export const raceComingBack = async (
  services: Services,
  count: number,
  requestOf: RequestOf,
): Promise<Answer[]> => {
  const targets = [services].flat()
  const requests = Array.from({ length: count }, (_, index) => requestOf(index))
  const answers = await race(targets, count, (index) => requests[index]!)
  for (const [index, request] of requests.entries())
    for (let tries = 0; answers[index]?.status === 503 && tries < 20; tries++) {
      await sleep(100)
      answers[index] = (await race(targets[index % targets.length]!, 1, () => request))[0]!
    }
  return answers
}

/** How many answers had which status: `{ 200: 1, 401: 49 }`. */
export const statusesOf = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, same]) => [
      status,
      same?.length ?? 0,
    ]),
  )

/** One had this status, and all others 401. Citus takes longer for each, so that some may be turned away there. */
export const assertOnce = (answers: readonly Answer[], status: number): void => {
  const taken = isCitus ? answers.filter((answer) => answer.status !== 503) : answers
  assert.deepEqual(statusesOf(taken), { [status]: 1, 401: taken.length - 1 })
}
