import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { documented } from '../http/operation.ts'
import { publication, publish } from '../http/publication.ts'
import { feedRoutes } from './feeds/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import type { Release } from './releases.ts'

const document = new URL('../../contract/openapi.json', import.meta.url)

/** The interface, as it describes itself, and what changed in it. */
export const changelogRoutes =
  (releases: () => Promise<Release[]>, addressOf: (path: string) => string): FastifyPluginAsync =>
  async (app) => {
    const openapi = publication('application/json; charset=utf-8', await readFile(document))
    let read: Promise<Release[]> | undefined
    const readOnce = () => {
      read ??= releases()
      return read
    }

    app.get(
      '/openapi.json',
      documented({
        summary: 'This document.',
        answers: { 200: ['The interface in OpenAPI 3.1.', 'OpenApi'], 304: ['Not changed.'] },
      }),
      async (request, reply) => publish(request, reply, openapi),
    )
    await app.register(pageRoutes(readOnce))
    await app.register(feedRoutes(readOnce, addressOf))
    await app.register(referenceRoutes(openapi.body))
  }
