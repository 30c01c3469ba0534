import { areasOf } from '../areas.ts'
import type { Change } from '../change.ts'
import { type Html, html } from '../html.ts'
import { tally } from '../in-order.ts'
import { onlyOf } from '../only.ts'
import type { Release } from '../releases.ts'
import type { Site } from '../site.ts'
import { changeLists } from './change-lists.ts'
import { layout } from './layout.ts'
import { summary } from './summary.ts'

type Chosen = { from?: string | undefined; to?: string | undefined; only?: readonly string[] }

export const comparePage = (
  site: Site,
  releases: readonly Release[],
  { from, to, only = [] }: Chosen & { from: string; to: string },
  all: readonly Change[],
): string => {
  const changes = onlyOf(all, only)
  const compared = [to, from].map((wanted) => releases.find(({ version }) => version === wanted)?.openapi)
  const documents = [...compared, site.tagged].filter((document) => document !== undefined)
  return page(
    site,
    `Interface ${from} to ${to}`,
    html`${compareForm(releases, '../', { from, to, only })}
<section class="release" aria-label="Changes">
<p class="tally">Going from ${from} to ${to} brings ${tally(changes)}${only.length > 0 ? ' that concern these operations, or none' : undefined}.</p>
${summary(changes, areasOf(changes, documents))}
${changeLists(changes, { level: 2, documents })}
</section>`,
  )
}

export const noComparisonPage = (
  site: Site,
  releases: readonly Release[],
  { title, reason }: { title: string; reason: string },
): string => page(site, title, html`<p class="lead">${reason}</p>${compareForm(releases, '../')}`)

export const compareForm = (
  releases: readonly Release[],
  root: string,
  { from = releases[1]?.version, to = releases[0]?.version, only = [''] }: Chosen = {},
): Html | undefined =>
  releases.length < 2
    ? undefined
    : html`<form class="compare" method="get" action="${root}changelog/compare">
<label>From ${choice('from', releases, from)}</label>
<label>To ${choice('to', releases, to)}</label>
${(only.length > 0 ? only : ['']).map(
  (
    pattern,
  ) => html`<label>Only <input name="only" value="${pattern}" placeholder="GET /orders*" maxlength="200"></label>
`,
)}<button type="submit">Compare</button>
</form>`

const choice = (name: string, releases: readonly Release[], chosen: string | undefined) =>
  html`<select name="${name}">
${releases.map(({ version }) => html`<option${version === chosen ? html` selected` : undefined}>${version}</option>`)}
</select>`

const page = (site: Site, title: string, main: Html) =>
  layout(
    site,
    { title, root: '../', section: 'changelog' },
    html`<p class="back"><a href="../changelog">All releases</a></p>
<h1>${title}</h1>
${main}`,
  )
