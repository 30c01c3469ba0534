import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export const password = 'correct horse battery staple'

export const uniqueEmail = (): string => `${randomUUID()}@example.com`

/** A request with a JSON body. */
export const json = (path: string, body: object, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** Asks outside of what is measured, and again while too many do. @throws when the status is another */
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
