import type { Health } from '../../../contract/wire.ts'
import { endpoints } from '../../platform/http/endpoint.ts'

const ok: Health = { status: 'ok' }

export const healthRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/health/live', {
    summary: 'Whether the process runs.',
    answers: { 200: ['It does.', 'Health'] },
    handle: async () => ok,
  })

  endpoint('GET', '/health/ready', {
    summary: 'Whether the process can serve requests, including its database. 503 while it cannot.',
    answers: { 200: ['It can.', 'Health'] },
    handle: async () => {
      await deps.ready()
      return ok
    },
  })
})
