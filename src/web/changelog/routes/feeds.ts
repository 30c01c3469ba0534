import type { FastifyPluginAsync } from 'fastify'
import { inOrder, type Release, releasesWithOnly, withReplacements } from 'openapi-changelog'
import { feeds } from 'openapi-changelog/feeds'
import type { InterfaceChangelog } from '#contract/wire.ts'
import { type AnswerType, documented } from '#platform/http/operation.ts'
import { type Publication, publication, publish } from '#platform/http/publication.ts'
import { memoise } from '../memoise.ts'
import { shownBy } from '../only.ts'
import { site } from '../site.ts'

type AddressOf = (path: string) => string

const forms: { path: string; media: string; type: AnswerType; summary: string; make: Make }[] = [
  {
    path: '/changelog.json',
    media: 'application/json; charset=utf-8',
    type: 'InterfaceChangelog',
    summary: 'Every release of the interface with its changes, newest first.',
    make: (releases) => JSON.stringify(changelogOf(releases)),
  },
  {
    path: '/changelog.rss',
    media: 'application/rss+xml; charset=utf-8',
    type: 'Rss',
    summary: 'The newest releases of the interface, as RSS 2.0.',
    make: (...about) => feeds.rss(site, ...about),
  },
  {
    path: '/changelog.atom',
    media: 'application/atom+xml; charset=utf-8',
    type: 'Atom',
    summary: 'The newest releases of the interface, as Atom.',
    make: (...about) => feeds.atom(site, ...about),
  },
  {
    path: '/changelog/feed.json',
    media: 'application/feed+json; charset=utf-8',
    type: 'JsonFeed',
    summary: 'The newest releases of the interface, as JSON Feed.',
    make: (...about) => feeds.json(site, ...about),
  },
]

type Make = (releases: readonly Release[], addressOf: AddressOf) => string

const onlyMeant =
  'A pattern of operations, as in `GET /users/*`: leave out what concerns others. May be repeated.'

export const feedRoutes =
  (releases: () => Promise<Release[]>, addressOf: AddressOf): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()
    for (const { path, media, type, summary, make } of forms) {
      const publicationOf = async (only: readonly string[]) => {
        const told = releasesWithOnly(await releases(), only)
        return publication(media, make(told, addressOf), newestOf(told))
      }
      app.get<{ Querystring: { only?: unknown } }>(
        path,
        documented({
          summary,
          query: { only: onlyMeant },
          answers: { 200: ['The changelog.', type], 304: ['Not changed.'] },
        }),
        async (request, reply) => {
          const { only } = shownBy(request.query)
          // what anybody may ask for is not kept
          const found = only.length > 0 ? publicationOf(only) : keep(path, () => publicationOf([]))
          return publish(request, reply, await found)
        },
      )
    }
  }

/** A release is of a day. */
const newestOf = ([newest]: readonly Release[]) => (newest ? { modifiedAt: new Date(newest.date) } : {})

const changelogOf = (releases: readonly Release[]): InterfaceChangelog => ({
  releases: releases.map(({ date, version, branch, words, changes }) => ({
    date,
    version,
    branch,
    ...(words !== undefined && { words }),
    changes: inOrder(withReplacements(changes)),
  })),
})
