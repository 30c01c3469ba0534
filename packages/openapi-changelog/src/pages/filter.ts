import { type Html, html } from '../html.ts'

/** Which changes a page shows. */
export type Shown = {
  isBreakingOnly?: boolean
  /** Patterns of the operations that are meant, as in `GET /orders*`; all of them where there is none. */
  only?: readonly string[]
}

/** @param here the address of the page without a query */
export const filter = (here: string, { isBreakingOnly = false, only = [] }: Shown): Html =>
  html`<nav class="filter" aria-label="Changes shown">
<a href="${here}${queryOf(only)}"${isBreakingOnly ? undefined : current}>All changes</a>
<a href="${here}${queryOf([...only, 'breaking'])}"${isBreakingOnly ? current : undefined}>Breaking only</a>
</nav>${only.length > 0 ? told(only) : undefined}`

const queryOf = (only: readonly string[]): string =>
  only.length === 0 ? '' : `?${new URLSearchParams(only.map((one) => ['only', one]))}`

const told = (only: readonly string[]): Html =>
  html`<p class="only">Of the operations ${only.map((pattern, at) => html`${at > 0 ? ', ' : ''}<code>${pattern}</code>`)}, and what belongs to none.</p>`

const current = html` aria-current="true"`
