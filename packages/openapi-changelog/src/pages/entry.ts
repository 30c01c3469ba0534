import { releaseFragment, releasePath, withFragments } from '../addresses.ts'
import { areasOf } from '../areas.ts'
import { type Html, html } from '../html.ts'
import { tally } from '../in-order.ts'
import { onlyOf } from '../only.ts'
import { paragraphsOf } from '../paragraphs.ts'
import type { Release } from '../releases.ts'
import { withReplacements } from '../replacements.ts'
import type { Site } from '../site.ts'
import { changeLists } from './change-lists.ts'
import type { Shown } from './filter.ts'
import { summary } from './summary.ts'

/** A release among others. @param before the one that it follows */
export const entry = (site: Site, release: Release, before: Release | undefined, shown: Shown): Html =>
  html`<article class="release" id="${releaseFragment(release.version)}">
<header>
<h2 class="name"><a href="${releasePath(release.version)}" title="Permanent address of this release">${release.version}</a></h2>
<p class="about">${about(release)}</p>
</header>
${releaseBody(site, release, before, { ...shown, root: '', level: 3, isFolded: true })}
</article>`

export const about = ({ date, branch, changes }: Release): Html =>
  html`<time datetime="${date}">${longDate(date)}</time> · branch ${branch} · ${tally(changes)}`

type Place = Shown & { root: string; level: number; isFolded?: boolean }

/** Its own words, its summary, and its changes. */
export const releaseBody = (
  { tagged }: Site,
  release: Release,
  before: Release | undefined,
  { root, level, isBreakingOnly = false, only = [], isFolded = false }: Place,
): Html => {
  const { version, words, openapi } = release
  const all = onlyOf(withFragments(version, withReplacements(release.changes)), only)
  const changes = isBreakingOnly ? all.filter(({ breaking }) => breaking) : all
  const documents = [openapi, before?.openapi, tagged].filter((document) => document !== undefined)
  return html`${words === undefined ? undefined : ownWords(words)}${summary(changes, areasOf(changes, documents))}
${changeLists(changes, { level, documents, isFolded, address: `${root}${releasePath(version)}` })}`
}

const ownWords = (words: string): Html => html`<div class="words">
${paragraphsOf(words).map(
  (text) => html`<p>${text}</p>
`,
)}</div>
`

export const longDate = (date: string): string => {
  const at = new Date(date)
  return Number.isNaN(at.getTime())
    ? date
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
