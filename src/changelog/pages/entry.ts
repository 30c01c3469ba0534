import type { Change } from '../change.ts'
import { releaseFragment, withFragments } from '../fragment.ts'
import { tally } from '../in-order.ts'
import type { Release } from '../releases.ts'
import { type Html, html } from './html.ts'

type Placed = Change & { fragment?: string }

/** A release with its changes, breaking ones first. */
export const entry = ({ version, date, branch, changes }: Release, root: string): Html => {
  const address = `${root}changelog/${encodeURIComponent(version)}`
  return html`<article class="release" id="${releaseFragment(version)}">
<header>
<h2><a href="${address}" title="Permanent address of this release">${version}</a></h2>
<p><time datetime="${date}">${longDate(date)}</time> · branch ${branch} · ${tally(changes)}</p>
</header>
${changeLists(withFragments(version, changes), address)}
</article>`
}

/** @param address of the page that the changes stand on for good, where there is one */
export const changeLists = (changes: readonly Placed[], address?: string): Html => {
  const breaking = changes.filter((change) => change.breaking)
  const others = changes.filter((change) => !change.breaking)
  if (changes.length === 0) return html`<p class="none">The interface stayed as it was.</p>`
  return html`${list('Breaking changes', breaking, address)}${list('Other changes', others, address)}`
}

const list = (heading: string, changes: readonly Placed[], address: string | undefined) =>
  changes.length === 0
    ? undefined
    : html`<h3>${heading} <span class="count">${changes.length}</span></h3>
<ul class="changes">
${changes.map((change) => item(change, address))}
</ul>
`

const item = (
  { kind, target, rule, reason, breaking, deprecatedBefore, fragment }: Placed,
  address?: string,
) =>
  html`<li class="change ${kind}${breaking ? ' breaking' : ''}"${fragment ? html` id="${fragment}"` : undefined}>
<p class="what"><span class="tags">${breaking ? html`<span class="tag breaks">Breaking</span> ` : undefined}<span class="tag">${words[kind]}</span></span> <code>${target}</code></p>
<p class="why">${reason}</p>
<p class="rule">${deprecatedBefore ? 'Deprecated before · ' : ''}${rule}${
    address ? html` · <a href="${address}#${fragment}">permanent address</a>` : undefined
  }</p>
</li>
`

const words = { added: 'Added', removed: 'Removed', modified: 'Changed' } as const

/** `2026-11-21` as 21 November 2026. */
export const longDate = (date: string): string => {
  const at = new Date(date)
  return Number.isNaN(at.getTime())
    ? date
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
