import { strict as assert } from 'node:assert'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export const password = 'correct horse battery staple'

export const uniqueEmail = (): string => `${randomUUID()}@example.com`

const benchmarkAddresses = 2 ** 17

/** One of the addresses that are kept for benchmarks: any, or the nth. @see https://www.rfc-editor.org/rfc/rfc2544#appendix-C.2.2 */
export const benchmarkAddress = (nth = randomInt(benchmarkAddresses)): string =>
  `198.${18 + ((nth >> 16) & 1)}.${(nth >> 8) & 255}.${nth & 255}`

/** A request with a JSON body. */
export const json = (path: string, body: object, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/**
 * Sends a request outside the measurement, from any address, and repeats it while there are too many. @throws when the
 * status is another
 */
export const ask = async (
  base: string,
  method: Method,
  path: string,
  body: object | undefined,
  status: number,
  token?: string,
): Promise<unknown> => {
  const response = await fetch(base + path, {
    method,
    headers: {
      'x-forwarded-for': benchmarkAddress(),
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 503) {
    await sleep(1_000)
    return ask(base, method, path, body, status, token)
  }
  assert.equal(response.status, status, text)
  return JSON.parse(text)
}
