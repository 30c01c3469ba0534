import type { FastifyInstance } from 'fastify'

// with a class of the pages' own style sheet: their policy allows no other
const band = '<p class="note bad"><strong>TEST</strong></p>'

/** Nobody is to take a page of this service for a real one. */
export const markPages = (app: FastifyInstance): void => {
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isPage || typeof payload !== 'string') return payload
    reply.removeHeader('content-length')
    return payload.replace(/<body[^>]*>/, (body) => body + band)
  })
}
