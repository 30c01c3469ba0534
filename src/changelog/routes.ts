import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { documented } from '../http/operation.ts'

const document = new URL('../../contract/openapi.json', import.meta.url)

/** The interface, as it describes itself. */
export const changelogRoutes = (): FastifyPluginAsync => async (app) => {
  const openapi = await readFile(document)

  app.get(
    '/openapi.json',
    documented({
      summary: 'This document.',
      answers: { 200: ['The interface in OpenAPI 3.1.', 'OpenApi'] },
    }),
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(openapi),
  )
}
