const noStore = { 'Cache-Control': 'no-store' }

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...noStore, ...headers },
  })

/** A refusal in the service's own shape. */
export const problem = (status: number, code: string, message: string, headers?: Record<string, string>) =>
  json(status, { code, message }, headers)

/** While the service cannot be reached. */
export const unavailable = () => problem(503, 'unavailable', 'Please try again.', { 'Retry-After': '5' })

export const noContent = () => new Response(null, { status: 204, headers: noStore })

/** To another page, which is fetched by GET. */
export const redirect = (location: string) =>
  new Response(null, { status: 303, headers: { ...noStore, Location: location } })
