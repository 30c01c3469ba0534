import type { FastifyPluginAsync } from 'fastify'
import { version } from '#platform/version.ts'
import type { Deps } from '../../deps.ts'
import { watchProcess } from '../../platform/metrics/own-process.ts'
import { databaseGauges } from './database-gauges.ts'

/** Prometheus' exposition format. */
const type = 'text/plain; version=0.0.4; charset=utf-8'

/** Requires no key, because the port is private; without such a port there are no metrics. */
export const metricsRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    if (!deps.config.adminListen) return
    const { metrics } = deps
    const own = watchProcess(metrics, await version())
    app.addHook('onClose', own.end)
    const readDatabase = databaseGauges(deps)
    app.get('/metrics', async (_request, reply) => {
      await readDatabase()
      own.read()
      return reply.type(type).send(metrics.text())
    })
  }
