import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Forecast, Weather } from '../weather.ts'

/** Lets answers fail as a test has asked for: before anything was done, or after all of it. */
export const spoilAnswers = (app: FastifyInstance, weather: Weather): void => {
  const lost = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    const forecast = isOfApplication(request) ? weather.take(pathOf(request)) : undefined
    if (!forecast) return
    if ('lose' in forecast) return void lost.add(request)
    return reply
      .code(forecast.next)
      .headers(headersOf(forecast))
      .send({ message: asked, code: 'test_failure' })
  })
  app.addHook('onSend', async (request) => {
    if (lost.has(request)) request.raw.socket.destroy()
  })
}

const asked = 'A test has asked for this failure.'

const headersOf = ({ next }: Forecast & { next: number }): Record<string, string> =>
  next === 429 || next === 503 ? { 'retry-after': '1' } : {}

const pathOf = ({ url }: FastifyRequest) => url.replace(/\?.*/, '')

/** What test mode asks by itself comes from no port. */
const isOfApplication = (request: FastifyRequest) =>
  request.socket.remotePort !== undefined && !pathOf(request).startsWith('/test/')
