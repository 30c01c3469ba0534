import { assertDocumented } from './contract.ts'

/** An answer, read. `body` is JSON or undefined. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Answer = { status: number; headers: Headers; text: string; body: any }

type Options = { token?: string; headers?: Record<string, string> }

/** Sends a request over a real socket. Every answer is held against the published interface. */
export const send = async (
  { address }: { address: string },
  method: string,
  path: string,
  { token, headers = {}, body }: Options & { body?: unknown } = {},
): Promise<Answer> => {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, text, body: parsed(text) }
  assertDocumented(method, path, answer)
  return answer
}

export const get = (service: { address: string }, path: string, token?: string): Promise<Answer> =>
  send(service, 'GET', path, token === undefined ? {} : { token })

export const post = (
  service: { address: string },
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> => send(service, 'POST', path, { ...options, body })

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
