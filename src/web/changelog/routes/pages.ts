import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { compareReleases, type Release } from 'openapi-changelog'
import {
  changelogPage,
  comparePage,
  noComparisonPage,
  pagePolicy,
  releasePage,
} from 'openapi-changelog/pages'
import { documented, type Operation } from '#platform/http/operation.ts'
import { type Publication, publication, publish } from '#platform/http/publication.ts'
import { memoise } from '../memoise.ts'
import { site } from '../site.ts'

const media = 'text/html; charset=utf-8'

export const pageRoutes =
  (releases: () => Promise<Release[]>): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()
    const page = (key: string, make: () => string | Promise<string>) =>
      keep(key, async () => publication(media, await make(), { policy: pagePolicy }))

    app.get<{ Querystring: { only?: unknown } }>(
      '/changelog',
      forReaders({
        summary: 'What changed in the interface, as a page.',
        query: { only: breakingOnly },
        answers: { 200: ['Newest first.', 'Html'] },
      }),
      async (request, reply) => {
        const all = await releases()
        const shown = shownBy(request.query)
        const key = JSON.stringify(['/', shown])
        return publish(request, reply, await page(key, () => changelogPage(site, all, shown)))
      },
    )

    app.get<{ Params: { version: string }; Querystring: { only?: unknown } }>(
      '/changelog/:version',
      forReaders({
        summary: 'One release of the interface, as a page.',
        query: { only: breakingOnly },
        answers: { 200: ['The release.', 'Html'], 404: ['There is no such release.', 'Html'] },
      }),
      async (request, reply) => {
        const all = await releases()
        const { version } = request.params
        const release = find(all, version)
        if (!release) return refuse(reply, 404, noComparisonPage(site, all, unknown(version)))
        const before = all[all.indexOf(release) + 1]
        const shown = shownBy(request.query)
        const key = JSON.stringify([version, shown])
        return publish(request, reply, await page(key, () => releasePage(site, release, before, shown)))
      },
    )

    app.get<{ Querystring: { from?: unknown; to?: unknown } }>(
      '/changelog/compare',
      forReaders({
        summary: 'What changes between any two releases of the interface, as a page.',
        query: { from: 'The older version.', to: 'The newer version.' },
        answers: {
          200: ['The changes.', 'Html'],
          400: ['Two releases must be named.', 'Html'],
          404: ['There is no such release.', 'Html'],
        },
      }),
      async (request, reply) => {
        const all = await releases()
        const { from, to } = request.query
        if (typeof from !== 'string' || typeof to !== 'string')
          return refuse(reply, 400, noComparisonPage(site, all, incomplete))
        const [older, newer] = [find(all, from), find(all, to)]
        if (!older || !newer)
          return refuse(reply, 404, noComparisonPage(site, all, unknown(older ? to : from)))
        const key = JSON.stringify([from, to])
        return publish(
          request,
          reply,
          await page(key, async () =>
            comparePage(site, all, { from, to }, await compareReleases(older, newer)),
          ),
        )
      },
    )
  }

const forReaders = (operation: Operation) =>
  documented({
    ...operation,
    answers: { ...operation.answers, 304: ['Not changed.'] },
  })

const breakingOnly = '`breaking`: leave out what breaks nothing.'

const shownBy = ({ only }: { only?: unknown }) => ({ isBreakingOnly: only === 'breaking' })

const find = (releases: readonly Release[], wanted: string) =>
  releases.find(({ version }) => version === wanted)

const unknown = (version: string) => ({
  title: 'No such release',
  reason: `There is no release ${version} of this interface.`,
})

const incomplete = {
  title: 'Choose two releases',
  reason: 'To compare two releases, name one as from and one as to.',
}

const refuse = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('Content-Security-Policy', pagePolicy).type(media).send(text)
