import { type Html, html } from '../html.ts'

/** Which changes a page shows. */
export type Shown = { isBreakingOnly?: boolean }

/** @param here the address of the page without a query */
export const filter = (here: string, { isBreakingOnly = false }: Shown): Html =>
  html`<nav class="filter" aria-label="Changes shown">
<a href="${here}"${isBreakingOnly ? undefined : current}>All changes</a>
<a href="${here}?only=breaking"${isBreakingOnly ? current : undefined}>Breaking only</a>
</nav>`

const current = html` aria-current="true"`
