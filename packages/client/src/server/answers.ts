import type { Refused } from '../refused.ts'

const noStore = { 'Cache-Control': 'no-store' }

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...noStore, ...headers },
  })

/** A refusal in the service's own shape. */
export const problem = (status: number, code: string, message: string, headers?: Record<string, string>) =>
  json(status, { code, message }, headers)

/** A refusal of the service, passed on. */
export const refusal = (
  { status, code, message, retrySeconds }: Refused,
  headers: Record<string, string> = {},
) =>
  problem(status || 400, code, message, {
    ...headers,
    ...(retrySeconds && { 'Retry-After': `${retrySeconds}` }),
  })

/** While the service is unreachable. */
export const unavailable = () => problem(503, 'unavailable', 'Please try again.', { 'Retry-After': '5' })

export const noContent = () => new Response(null, { status: 204, headers: noStore })

/** To another page, which is fetched by GET. */
export const redirect = (location: string) =>
  new Response(null, { status: 303, headers: { ...noStore, Location: location } })
