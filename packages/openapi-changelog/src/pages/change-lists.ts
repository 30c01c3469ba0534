import { areasOf } from '../areas.ts'
import { type Html, html } from '../html.ts'
import { countNames, type Group, groupsOf, type Line, type Placed } from './groups.ts'

/** More operations than this are listed by area, folded. */
const maxGroups = 10

type Listing = {
  /** Of the lists' headings. */
  level: number
  documents: readonly object[]
  /** Whether a long list of non-breaking changes is folded at first. */
  isFolded?: boolean
  /** The release's permanent page, if it has one. */
  address?: string
}

export const changeLists = (changes: readonly Placed[], listing: Listing): Html => {
  const list = (heading: string, kind: 'breaking' | 'others', listed: readonly Placed[]) =>
    listed.length === 0
      ? undefined
      : html`<h${listing.level}>${heading} <span class="count">${listed.length}</span></h${listing.level}>
${countNames(listed) > maxGroups ? byArea(listed, kind, listing) : groupList(listed, kind, listing)}`
  if (changes.length === 0) return html`<p class="none">The interface did not change.</p>`
  const [breaking, others] = [
    changes.filter(({ breaking }) => breaking),
    changes.filter(({ breaking }) => !breaking),
  ]
  return html`${list('Breaking changes', 'breaking', breaking)}${list('Other changes', 'others', others)}`
}

/** Breaking changes are visible until somebody folds them. */
const byArea = (changes: readonly Placed[], kind: 'breaking' | 'others', listing: Listing): Html => {
  const isOpen = kind === 'breaking' || !listing.isFolded
  const level = listing.level + 1
  return html`${areasOf(changes, listing.documents).map(
    ({ name, changes }) => html`<details class="area"${isOpen ? html` open` : undefined}>
<summary><h${level}>${name}</h${level}> <span class="count">${changes.length}</span></summary>
${groupList(changes, kind, { ...listing, level })}</details>
`,
  )}`
}

const groupList = (changes: readonly Placed[], kind: string, { level, address }: Listing): Html =>
  html`<ul class="groups ${kind}">
${groupsOf(changes).map((group) => groupItem(group, level + 1, address))}</ul>
`

const groupItem = (
  { name, lines }: Group,
  level: number,
  address: string | undefined,
) => html`<li class="group">
<h${level}>${name === undefined ? 'In several places' : html`<code>${name}</code>`}</h${level}>
<ul>
${lines.map((line) => lineItem(line, address))}</ul>
</li>
`

const lineItem = (
  { first, places }: Line,
  address: string | undefined,
) => html`<li class="change ${first.kind}">
<p class="said">${first.breaking ? html`<span class="tag breaks">Breaking</span> ` : undefined}<span class="tag">${words[first.kind]}</span>${first.replaced ? html` <span class="tag">Replaced</span>` : undefined} ${first.reason}</p>
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
