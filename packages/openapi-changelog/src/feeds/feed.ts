import { Feed } from 'feed'
import { inSameWords } from 'openapi-changes/same-words'
import { releaseFragment, releasePath, withFragments } from '../addresses.ts'
import { escaped, html, showable } from '../html.ts'
import { inOrder, tally } from '../in-order.ts'
import { paragraphsOf } from '../paragraphs.ts'
import type { Release } from '../releases.ts'
import { withReplacements } from '../replacements.ts'
import type { Site } from '../site.ts'

const maxEntries = 50

type AddressOf = (path: string) => string

/** @param addressOf makes an address of a path like `/changelog` */
type MakeFeed = (site: Site, releases: readonly Release[], addressOf: AddressOf) => string

export const feeds: Record<'rss' | 'atom' | 'json', MakeFeed> = {
  // RSS and Atom titles are markup, and the library escapes nothing in CDATA but the first `]]>`
  rss: (...about) => feedOf(...about, escaped).rss2(),
  atom: (...about) => feedOf(...about, escaped).atom1(),
  json: (...about) => feedOf(...about, showable).json1(),
}

const feedOf = (
  site: Site,
  releases: readonly Release[],
  addressOf: AddressOf,
  titled: (text: string) => string,
) => {
  const name = showable(site.name)
  const feed = new Feed({
    id: addressOf('/changelog'),
    link: addressOf('/changelog'),
    title: `${name}: interface changelog`,
    description: 'What changed in the HTTP interface, release by release, and which changes break clients.',
    language: 'en',
    updated: dayOf(releases[0]),
    generator: name,
    author: { name },
    feedLinks: {
      rss: addressOf('/changelog.rss'),
      atom: addressOf('/changelog.atom'),
      json: addressOf('/changelog/feed.json'),
    },
  })
  for (const release of releases.slice(0, maxEntries)) {
    const address = addressOf(`/${releasePath(release.version)}`)
    const isBreaking = release.changes.some(({ breaking }) => breaking)
    feed.addItem({
      title: titled(`${release.version}: ${tally(release.changes)}`),
      id: address,
      link: address,
      date: dayOf(release),
      published: dayOf(release),
      description: titled(`Branch ${release.branch}, ${tally(release.changes)}.`),
      content: contentOf(release, address),
      ...(isBreaking && { category: [{ name: 'breaking', term: 'breaking' }] }),
    })
  }
  return feed
}

const contentOf = ({ version, branch, words, changes }: Release, address: string): string =>
  html`<p>Branch ${branch}, ${tally(changes)}. <a href="${address}#${releaseFragment(version)}">Read the whole release</a>.</p>
${paragraphsOf(words).map(
  (text) => html`<p>${text}</p>
`,
)}<ul>
${linesOf(version, changes).map(
  ({ first: { kind, reason, breaking, replaced }, all }) => html`<li>${
    breaking ? html`<strong>Breaking:</strong> ` : undefined
  }${kind}${replaced ? ' (replaced)' : undefined} ${all.map((change, at) => html`${at > 0 ? ', ' : ''}${linkTo(change, address)}`)}. ${reason}</li>
`,
)}</ul>`.markup

/** The same change of several places is a line. */
const linesOf = (version: string, changes: Release['changes']) =>
  inSameWords(inOrder(withFragments(version, withReplacements(changes))), ({ replaced }) => replaced)

const linkTo = ({ target, fragment }: { target: string; fragment: string }, address: string) =>
  html`<a href="${address}#${fragment}"><code>${target}</code></a>`

const dayOf = (release: Release | undefined) => new Date(release?.date ?? 0)
