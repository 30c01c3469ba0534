import { releaseFragment, releasePath } from '../addresses.ts'
import { html } from '../html.ts'
import { onlyOf } from '../only.ts'
import type { Release } from '../releases.ts'
import type { Site } from '../site.ts'
import { compareForm } from './compare-page.ts'
import { about, entry, releaseBody } from './entry.ts'
import { filter, type Shown } from './filter.ts'
import { layout } from './layout.ts'
import { releaseIndex } from './release-index.ts'

/** Every release. With `isBreakingOnly`, only breaking changes, and the releases that have them. */
export const changelogPage = (site: Site, releases: readonly Release[], shown: Shown = {}): string => {
  const { only = [], isBreakingOnly = false } = shown
  const isListed = ({ changes }: Release) =>
    (only.length === 0 && !isBreakingOnly) ||
    onlyOf(changes, only).some(({ breaking }) => breaking || !isBreakingOnly)
  const listed = releases.filter(isListed)
  return layout(
    site,
    { title: 'Interface changelog', root: '', section: 'changelog' },
    html`<h1>Interface changelog</h1>
<p class="lead">What changed in the HTTP interface, release by release. A change is <strong>breaking</strong> when a
client written for the previous release may stop working.</p>
<p class="feeds">Subscribe: <a href="changelog.rss">RSS</a> <a href="changelog.atom">Atom</a>
<a href="changelog/feed.json">JSON Feed</a> <a href="changelog.json">JSON</a></p>
${releases.length === 0 ? undefined : filter('changelog', shown)}
${releaseIndex(listed)}
${compareForm(releases, '')}
${listed.map((release) => entry(site, release, releases[releases.indexOf(release) + 1], shown))}
${listed.length === 0 ? html`<p class="none">${releases.length === 0 ? 'There are no releases yet.' : isBreakingOnly ? 'No release breaks anything.' : 'No release changes these operations.'}</p>` : undefined}`,
  )
}

/** @param before the release that it follows */
export const releasePage = (site: Site, release: Release, before?: Release, shown: Shown = {}): string =>
  layout(
    site,
    { title: `Interface ${release.version}`, root: '../', section: 'changelog' },
    html`<p class="back"><a href="../changelog">All releases</a></p>
<article class="release" id="${releaseFragment(release.version)}">
<header>
<h1>Interface ${release.version}</h1>
<p class="about">${about(release)}</p>
</header>
${filter(`../${releasePath(release.version)}`, shown)}
${releaseBody(site, release, before, { ...shown, root: '../', level: 2 })}
</article>`,
  )
