import { releaseFragment } from '../addresses.ts'
import { type Html, html } from '../html.ts'
import type { Release } from '../releases.ts'
import { longDate } from './entry.ts'
import { bar } from './summary.ts'

/** Releases that are listed in sight. */
const maxListed = 8

/** All releases at a glance, for a page that has several. */
export const releaseIndex = (releases: readonly Release[]): Html | undefined => {
  if (releases.length < 2) return undefined
  const [listed, older] = [releases.slice(0, maxListed), releases.slice(maxListed)]
  return html`<nav class="index" aria-label="Releases">
${list(listed)}${
  older.length === 0
    ? undefined
    : html`<details>
<summary>${older.length} older ${older.length === 1 ? 'release' : 'releases'}</summary>
${list(older)}</details>
`
}</nav>`
}

const list = (releases: readonly Release[]) => html`<ol>
${releases.map(item)}</ol>
`

const item = ({ version, date, changes }: Release) => {
  const breaking = changes.filter((change) => change.breaking).length
  return html`<li>
<a href="#${releaseFragment(version)}">${version}</a>
<time datetime="${date}">${longDate(date)}</time>
<span class="amount">${changes.length === 0 ? 'no changes' : changes.length === 1 ? '1 change' : `${changes.length} changes`}${breaking > 0 ? html`, <strong>${breaking} breaking</strong>` : undefined}</span>
${changes.length === 0 ? undefined : bar(changes)}
</li>
`
}
