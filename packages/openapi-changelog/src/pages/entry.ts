import { releaseFragment, releasePath, withFragments } from '../addresses.ts'
import { type Html, html } from '../html.ts'
import { tally } from '../in-order.ts'
import type { Release } from '../releases.ts'
import { type Group, groupsOf, type Line, type Placed } from './groups.ts'

export const entry = (
  release: Release,
): Html => html`<article class="release" id="${releaseFragment(release.version)}">
<header>
<h2 class="name"><a href="${releasePath(release.version)}" title="Permanent address of this release">${release.version}</a></h2>
<p class="about">${about(release)}</p>
</header>
${releaseLists(release, '', 3)}
</article>`

export const about = ({ date, branch, changes }: Release): Html =>
  html`<time datetime="${date}">${longDate(date)}</time> · branch ${branch} · ${tally(changes)}`

export const releaseLists = (release: Release, root: string, level: number): Html =>
  changeLists(
    withFragments(release.version, release.changes),
    level,
    `${root}${releasePath(release.version)}`,
  )

/** @param level of the lists' headings @param address of the release's permanent page, if it has one */
export const changeLists = (changes: readonly Placed[], level: number, address?: string): Html => {
  const list = (heading: string, kind: string, isOfKind: (change: Placed) => boolean) => {
    const listed = changes.filter(isOfKind)
    if (listed.length === 0) return undefined
    return html`<h${level}>${heading} <span class="count">${listed.length}</span></h${level}>
<ul class="groups ${kind}">
${groupsOf(listed).map((group) => groupItem(group, level + 1, address))}</ul>
`
  }
  if (changes.length === 0) return html`<p class="none">The interface did not change.</p>`
  return html`${list('Breaking changes', 'breaking', ({ breaking }) => breaking)}${list('Other changes', 'others', ({ breaking }) => !breaking)}`
}

const groupItem = (
  { name, lines }: Group,
  level: number,
  address: string | undefined,
) => html`<li class="group">
<h${level}><code>${name}</code></h${level}>
<ul>
${lines.map((line) => lineItem(line, address))}</ul>
</li>
`

const lineItem = (
  { first, places }: Line,
  address: string | undefined,
) => html`<li class="change ${first.kind}">
<p class="said">${first.breaking ? html`<span class="tag breaks">Breaking</span> ` : undefined}<span class="tag">${words[first.kind]}</span> ${first.reason}</p>
<ul class="places">
${places.map(({ name, fragment }) => placeItem(name, fragment, address))}<li class="rule">${notes(first)}</li>
</ul>
</li>
`

const placeItem = (name: string, fragment: string | undefined, address: string | undefined) =>
  fragment === undefined || address === undefined
    ? html`<li><code>${name}</code></li>
`
    : html`<li id="${fragment}"><a href="${address}#${fragment}"><code>${name}</code></a></li>
`

const notes = ({ rule, operations, deprecatedBefore, accepted }: Placed) =>
  [
    rule,
    ...(operations ? [`shared by ${operations.join(', ')}`] : []),
    ...(deprecatedBefore ? ['deprecated before'] : []),
    ...(accepted === undefined ? [] : [`accepted: ${accepted}`]),
  ].join(' · ')

const words = { added: 'Added', removed: 'Removed', modified: 'Changed' } as const

const longDate = (date: string): string => {
  const at = new Date(date)
  return Number.isNaN(at.getTime())
    ? date
    : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
