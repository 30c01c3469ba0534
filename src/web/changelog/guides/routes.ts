import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#platform/errors.ts'
import { documented } from '#platform/http/operation.ts'
import { type Publication, publication, publish } from '#platform/http/publication.ts'
import { memoise } from '../memoise.ts'
import { llmsText } from './llms.ts'
import { paperText } from './paper.ts'
import { papers } from './papers.ts'

export const markdown = 'text/markdown; charset=utf-8'

/** The guides, for people and programs that read Markdown. */
export const guideRoutes =
  (addressOf: (path: string) => string): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()
    const found = (path: string) => {
      const at = papers.get(path)
      if (!at) throw notFound()
      return keep(path, async () => publication(markdown, await paperText(path, at)))
    }

    app.get(
      '/llms.txt',
      documented({
        summary: 'What a language model reads first: every document with a sentence, as llmstxt.org has it.',
        answers: { 200: ['Links to Markdown.', 'Text'], 304: ['Not changed.'] },
      }),
      async (request, reply) => {
        const make = async () => publication('text/plain; charset=utf-8', await llmsText(addressOf))
        return publish(request, reply, await keep('', make))
      },
    )

    app.get<{ Params: { guide: string } }>(
      '/docs/guides/:guide',
      inMarkdown('A guide of this version, such as `mail.md`.'),
      async (request, reply) => publish(request, reply, await found(`guides/${request.params.guide}`)),
    )

    app.get<{ Params: { system: string } }>(
      '/docs/guides/move-in/:system',
      inMarkdown('How to move in from another system, such as `auth0.md`.'),
      async (request, reply) =>
        publish(request, reply, await found(`guides/move-in/${request.params.system}`)),
    )
  }

const inMarkdown = (summary: string) =>
  documented({
    summary,
    answers: { 200: ['The guide.', 'Markdown'], 304: ['Not changed.'] },
    refusals: [404],
  })
