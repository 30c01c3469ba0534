import { releaseFragment } from '../addresses.ts'
import { html } from '../html.ts'
import type { Release } from '../releases.ts'
import type { Site } from '../site.ts'
import { compareForm } from './compare-page.ts'
import { about, entry, releaseLists } from './entry.ts'
import { layout } from './layout.ts'

export const changelogPage = (site: Site, releases: readonly Release[]): string =>
  layout(
    site,
    { title: 'Interface changelog', root: '', section: 'changelog' },
    html`<h1>Interface changelog</h1>
<p class="lead">What changed in the HTTP interface, release by release. A change is <strong>breaking</strong> when a
client written for the previous release may stop working.</p>
<p class="feeds">Subscribe: <a href="changelog.rss">RSS</a> <a href="changelog.atom">Atom</a>
<a href="changelog/feed.json">JSON Feed</a> <a href="changelog.json">JSON</a></p>
${compareForm(releases, '')}
${releases.map((release) => entry(release))}
${releases.length === 0 ? html`<p class="none">There are no releases yet.</p>` : undefined}`,
  )

export const releasePage = (site: Site, release: Release): string =>
  layout(
    site,
    { title: `Interface ${release.version}`, root: '../', section: 'changelog' },
    html`<p class="back"><a href="../changelog">All releases</a></p>
<article class="release" id="${releaseFragment(release.version)}">
<header>
<h1>Interface ${release.version}</h1>
<p class="about">${about(release)}</p>
</header>
${releaseLists(release, '../', 2)}
</article>`,
  )
