/** An API that knows people by their access tokens, and asks about each token once a minute at most. */
import Fastify from 'fastify'
import { requireBearer } from 'sallyport-client/fastify'
import { createTokenChecker } from 'sallyport-client/server'

const {
  SALLYPORT_URL: url = 'http://127.0.0.1:3000',
  SERVICE_KEY: serviceKey = '',
  PORT = '8000',
} = process.env
const tokens = createTokenChecker({ url, serviceKey })
const payoutMaxAgeSeconds = 15 * 60

const api = Fastify()
api.addHook('onClose', async () => tokens.close())

api.get('/health', async () => ({ status: 'ok' }))

api.register(async (signedIn) => {
  signedIn.register(requireBearer(tokens))
  signedIn.get('/orders', async ({ bearer }) => ({ owner: bearer?.userId, orders: ['a book'] }))
})

api.register(async (proven) => {
  proven.register(requireBearer(tokens, { maxAgeSeconds: payoutMaxAgeSeconds }))
  proven.post('/payouts', async ({ bearer }) => ({ owner: bearer?.userId, paid: true }))
})

process.once('SIGTERM', () => api.close())

const address = await api.listen({ port: Number(PORT), host: '127.0.0.1' })
process.stdout.write(`${address}\n`)
