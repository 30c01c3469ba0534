import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#platform/errors.ts'
import { documented } from '#platform/http/operation.ts'
import { type Publication, publication, publish } from '#platform/http/publication.ts'
import { memoise } from '../memoise.ts'
import { docsPage, docsPolicy, type Reference, reference } from './docs-page.ts'
import { pageFiles } from './files.ts'

/** A page that shows a document, at `url`. */
export const referenceRoutes =
  (openapi: string | Buffer, url = '/docs', about: Reference = reference): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()
    const page = async () =>
      publication('text/html; charset=utf-8', docsPage(JSON.parse(String(openapi)), about), {
        policy: docsPolicy,
      })

    app.get(
      url,
      documented({
        summary: 'The API reference, as a page.',
        answers: { 200: ['Drawn from this document.', 'Html'], 304: ['Not changed.'] },
      }),
      async (request, reply) => publish(request, reply, await keep('', page)),
    )
  }

/** The files of such pages. */
export const fileRoutes: FastifyPluginAsync = async (app) => {
  const keep = memoise<Publication>()

  app.get<{ Params: { file: string } }>(
    '/docs/:file',
    documented({
      summary: 'Styles, scripts and the icon of the pages.',
      answers: { 200: ['The file.', 'File'], 304: ['Not changed.'] },
      refusals: [404],
    }),
    async (request, reply) => {
      const { file } = request.params
      const found = pageFiles.get(file)
      if (!found) throw notFound()
      const made = await keep(file, async () => publication(found.type, await readFile(found.at)))
      return publish(request, reply, made)
    },
  )
}
