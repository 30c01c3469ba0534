import { authorized } from './authorized.ts'
import type { Context } from './context.ts'
import type { Refresh } from './refresh.ts'

/**
 * `fetch` with the person's token, for the service and for the other `origins` of the client. To any other origin it goes
 * without one. It throws what `fetch` throws, and {@link Offline} when a refresh was needed and got no answer.
 */
export const authorizedFetch =
  (context: Context, refresh: Refresh): typeof fetch =>
  (input, init) => {
    const { fetch } = context.platform
    const request = input instanceof Request ? input : undefined
    const url = new URL(request?.url ?? `${input}`, `${context.url}/`)
    const headers = new Headers(init?.headers ?? request?.headers)
    const target = request ?? url
    // a caller with a token of their own gets the answer to that one
    if (!context.origins.has(url.origin) || headers.has('Authorization')) return fetch(target, init ?? {})
    const send = (token: string | undefined) => {
      if (token) headers.set('Authorization', `Bearer ${token}`)
      return fetch(target, { ...init, headers })
    }
    return authorized(context, refresh, send, isRepeatable(init?.body ?? bodyOf(request)))
  }

const repeatables = [ArrayBuffer, Blob, FormData, URLSearchParams]

/** Firefox has no `Request.body`. A possible body there counts as a stream. */
const bodyOf = (request: Request | undefined): unknown =>
  request && !/^(GET|HEAD)$/.test(request.method) && !('body' in request) ? request : request?.body

/** Whether a body can be sent again. A stream is gone once it is sent. */
const isRepeatable = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  typeof body === 'string' ||
  ArrayBuffer.isView(body) ||
  repeatables.some((kind) => body instanceof kind)
