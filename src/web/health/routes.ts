import type { Health } from '#contract/wire.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { seenCaller } from '../../platform/http/seen-caller.ts'

const ok: Health = { status: 'ok' }

export const healthRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/health/live', {
    summary: 'Whether the process runs.',
    description:
      'To a request with a fresh inquiry in `Sallyport-Inquiry`, which only `npx sallyport doctor` with the same `SECRET_KEY` can make, it also says who the caller is to it.',
    answers: { 200: ['It does.', 'Health'] },
    handle: async ({ headers, peer }): Promise<Health> => {
      const caller = seenCaller(deps, headers, peer)
      return caller ? { ...ok, caller } : ok
    },
  })

  endpoint('GET', '/health/ready', {
    summary: 'Whether the process can serve requests, including its database. 503 while it cannot.',
    description:
      'To a request with a fresh inquiry, as for `GET /health/live`, it also says which PostgreSQL server it uses.',
    answers: { 200: ['It can.', 'Health'] },
    handle: async ({ headers, peer }): Promise<Health> => {
      await deps.ready()
      // strangers learn nothing of the systems behind the service
      if (!seenCaller(deps, headers, peer)) return ok
      const server = deps.db.server?.()
      return { ...ok, ...(server && { server }), ...(deps.db.isSpread?.() && { isSpread: true }) }
    },
  })
})
