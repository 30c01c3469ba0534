import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type Change, compareReleases, type Release } from 'openapi-changelog'
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
import { shownBy } from '../only.ts'
import { site } from '../site.ts'

const media = 'text/html; charset=utf-8'

export const pageRoutes =
  (releases: () => Promise<Release[]>): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()
    const compared = memoise<Change[]>()
    const publicationOf = async (text: string | Promise<string>) =>
      publication(media, await text, { policy: pagePolicy })
    // patterns may be anything, so what they leave is not kept
    const page = (key: string, { only }: { only: string[] }, make: () => string | Promise<string>) =>
      only.length > 0 ? publicationOf(make()) : keep(key, () => publicationOf(make()))

    app.get<{ Querystring: { only?: unknown } }>(
      '/changelog',
      forReaders({
        summary: 'What changed in the interface, as a page.',
        query: { only: onlyMeant },
        answers: { 200: ['Newest first.', 'Html'] },
      }),
      async (request, reply) => {
        const all = await releases()
        const shown = shownBy(request.query)
        const key = JSON.stringify(['/', shown])
        return publish(request, reply, await page(key, shown, () => changelogPage(site, all, shown)))
      },
    )

    app.get<{ Params: { version: string }; Querystring: { only?: unknown } }>(
      '/changelog/:version',
      forReaders({
        summary: 'One release of the interface, as a page.',
        query: { only: onlyMeant },
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
        return publish(
          request,
          reply,
          await page(key, shown, () => releasePage(site, release, before, shown)),
        )
      },
    )

    app.get<{ Querystring: { from?: unknown; to?: unknown; only?: unknown } }>(
      '/changelog/compare',
      forReaders({
        summary: 'What changes between any two releases of the interface, as a page.',
        query: { from: 'The older version.', to: 'The newer version.', only: onlyMeant },
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
        const shown = shownBy(request.query)
        const key = JSON.stringify([from, to, shown])
        const make = async () => {
          const changes = await compared(JSON.stringify([from, to]), () => compareReleases(older, newer))
          const told = shown.isBreakingOnly ? changes.filter(({ breaking }) => breaking) : changes
          return comparePage(site, all, { from, to, only: shown.only }, told)
        }
        return publish(request, reply, await page(key, shown, make))
      },
    )
  }

const forReaders = (operation: Operation) =>
  documented({
    ...operation,
    answers: { ...operation.answers, 304: ['Not changed.'] },
  })

const onlyMeant =
  '`breaking`: leave out what breaks nothing. A pattern of operations, as in `GET /users/*`: leave out what concerns others. May be repeated.'

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
