import type { FastifyPluginAsync } from 'fastify'
import { inOrder, type Release, withReplacements } from 'openapi-changelog'
import { feeds } from 'openapi-changelog/feeds'
import type { InterfaceChangelog } from '#contract/wire.ts'
import { type AnswerType, documented } from '#platform/http/operation.ts'
import { type Publication, publication, publish } from '#platform/http/publication.ts'
import { memoise } from '../memoise.ts'
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

export const feedRoutes =
  (releases: () => Promise<Release[]>, addressOf: AddressOf): FastifyPluginAsync =>
  async (app) => {
    const keep = memoise<Publication>()
    for (const { path, media, type, summary, make } of forms) {
      app.get(
        path,
        documented({ summary, answers: { 200: ['The changelog.', type], 304: ['Not changed.'] } }),
        async (request, reply) =>
          publish(
            request,
            reply,
            await keep(path, async () => {
              const all = await releases()
              return publication(media, make(all, addressOf), newestOf(all))
            }),
          ),
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
