import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'

export const password = 'correct horse battery staple'

export const uniqueEmail = (): string => `${randomUUID()}@example.com`

/** A request with a JSON body. */
export const json = (path: string, body: object, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Asks once, outside of what is measured. @throws when the status is another */
export const ask = async (
  base: string,
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  status: number,
): Promise<unknown> => {
  const response = await fetch(base + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.equal(response.status, status, text)
  return JSON.parse(text)
}
