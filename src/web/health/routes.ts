import type { FastifyPluginAsync } from 'fastify'
import type { Health } from '../../../contract/wire.ts'
import type { Deps } from '../../deps.ts'
import { documented } from '../../platform/http/operation.ts'

const ok: Health = { status: 'ok' }

export const healthRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/health/live',
      documented({ summary: 'Whether the process runs.', answers: { 200: ['It does.', 'Health'] } }),
      async () => ok,
    )

    app.get(
      '/health/ready',
      documented({
        summary: 'Whether the process can serve requests, including its database. 503 while it cannot.',
        answers: { 200: ['It can.', 'Health'] },
      }),
      async () => {
        await deps.ready()
        return ok
      },
    )
  }
