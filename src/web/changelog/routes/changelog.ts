import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '#deps.ts'
import { documented } from '#platform/http/operation.ts'
import { addressesOf } from '#platform/http/own-address.ts'
import { publication, publish } from '#platform/http/publication.ts'
import { loadOnce } from '#platform/load-once.ts'
import { guideRoutes } from '../guides/routes.ts'
import type { Published } from '../published.ts'
import { fileRoutes, referenceRoutes } from '../reference/routes.ts'
import { feedRoutes } from './feeds.ts'
import { pageRoutes } from './pages.ts'

const document = new URL('../../../../contract/openapi.json', import.meta.url)

export const changelogRoutes =
  ({ config }: Deps, { releases }: Published): FastifyPluginAsync =>
  async (app) => {
    const addressOf = addressesOf(app, config.publicUrl)
    const openapi = publication('application/json; charset=utf-8', await readFile(document))
    const readOnce = loadOnce(releases)

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
    await app.register(fileRoutes())
    await app.register(guideRoutes(addressOf))
  }
