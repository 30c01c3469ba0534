import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#platform/errors.ts'
import { documented } from '#platform/http/operation.ts'
import { type Publication, publication, publish } from '#platform/http/publication.ts'
import { paperText } from '../guides/paper.ts'
import { papers } from '../guides/papers.ts'
import { markdown } from '../guides/routes.ts'
import { memoise } from '../memoise.ts'
import { docsPage, docsPolicy, type Reference, reference } from './docs-page.ts'
import { type PageFile, pageFiles } from './files.ts'

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

/** The files of such pages. @param withPapers whether documents in Markdown are beside them */
export const fileRoutes =
  (withPapers = true): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()

    app.get<{ Params: { file: string } }>(
      '/docs/:file',
      documented({
        summary:
          'Styles, scripts and the icon of the pages, and documents in Markdown, such as `settings.md`.',
        answers: { 200: ['The file.', 'File'], 304: ['Not changed.'] },
        refusals: [404],
      }),
      async (request, reply) => {
        const { file } = request.params
        const [found, paper] = [pageFiles.get(file), papers.get(file)]
        if (found) return publish(request, reply, await keep(file, () => pageFile(found)))
        if (!paper || !withPapers) throw notFound()
        return publish(
          request,
          reply,
          await keep(file, async () => publication(markdown, await paperText(file, paper))),
        )
      },
    )
  }

const pageFile = async ({ type, at }: PageFile) => publication(type, await readFile(at))
