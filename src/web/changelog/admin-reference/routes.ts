import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { html } from 'openapi-changelog/pages'
import type { Deps } from '#deps.ts'
import { documented } from '#platform/http/operation.ts'
import { publication, publish } from '#platform/http/publication.ts'
import type { Reference } from '../reference/docs-page.ts'
import { fileRoutes, referenceRoutes } from '../reference/routes.ts'
import { site } from '../site.ts'

const document = new URL('../../../../contract/admin-openapi.json', import.meta.url)

const about: Reference = {
  title: 'API for operators',
  root: '../',
  document: 'admin/openapi.json',
  site,
  lead: html`What operators do, by requests with a service key, as <a href="../admin/openapi.json">OpenAPI</a>.`,
}

export const adminReferenceRoutes =
  ({ config }: Deps): FastifyPluginAsync =>
  async (app) => {
    const openapi = publication('application/json; charset=utf-8', await readFile(document))

    app.get(
      '/admin/openapi.json',
      documented({
        summary: 'This document.',
        answers: { 200: ['The interface for operators in OpenAPI 3.1.', 'OpenApi'], 304: ['Not changed.'] },
      }),
      async (request, reply) => publish(request, reply, openapi),
    )
    // on a listener of its own, the other pages are elsewhere
    const { adminListen } = config
    const here = adminListen ? { ...about, site: { ...site, sections: [], isWithoutFeeds: true } } : about
    await app.register(referenceRoutes(openapi.body, '/docs/admin', here))
    if (adminListen) await app.register(fileRoutes(false))
  }
