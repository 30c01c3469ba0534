import { type Html, html, layout, type Site } from 'openapi-changelog/pages'
import { site } from '../site.ts'
import { hasViewer } from './files.ts'

/** `data:` for the viewer's icons. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

type OpenApi = { paths: Record<string, Record<string, { summary?: string; deprecated?: boolean }>> }

/** What a reference is of: `root` leads from its page to `/`, and `document` from there to its OpenAPI. */
export type Reference = { title: string; root: '' | '../'; document: string; site: Site; lead: Html }

export const reference: Reference = {
  title: 'API reference',
  root: '',
  document: 'openapi.json',
  site,
  lead: html`Every operation of the HTTP interface, as <a href="openapi.json">OpenAPI</a>. What changed, and when, is
in the <a href="changelog">changelog</a>.`,
}

/** Drawn by the viewer. Without it, or without scripts, a list of the operations. */
export const docsPage = (openapi: OpenApi, about: Reference = reference): string =>
  layout(
    about.site,
    {
      title: about.title,
      root: about.root,
      section: 'docs',
      head: hasViewer ? viewer(about) : undefined,
      isWide: hasViewer,
    },
    html`<h1>${about.title}</h1>
<p class="lead">${about.lead}</p>
${hasViewer ? drawn(openapi, about) : listed(openapi, about, 'The viewer for details and examples is not installed.')}`,
  )

const drawn = (
  openapi: OpenApi,
  about: Reference,
) => html`<div id="viewer" data-document="${hrefOf(about)}"></div>
<noscript>
${listed(openapi, about, 'Details and examples need JavaScript.')}
</noscript>`

const hrefOf = ({ root, document }: Reference) => root + document

const listed = (
  openapi: OpenApi,
  about: Reference,
  why: string,
) => html`<p class="none">${why} These are the operations; everything else is in
<a href="${hrefOf(about)}">openapi.json</a>.</p>
<dl class="operations">
${Object.entries(openapi.paths).map(operationsOf)}
</dl>`

const viewer = ({ root }: Reference) => html`<link rel="stylesheet" href="${root}docs/viewer.css">
<link rel="stylesheet" href="${root}docs/docs.css">
<script src="${root}docs/viewer.js" defer></script>
<script src="${root}docs/docs.js" defer></script>
`

const operationsOf = ([path, operations]: [string, OpenApi['paths'][string]]): Html =>
  html`${Object.entries(operations).map(
    ([method, { summary, deprecated }]) => html`<dt><code>${method.toUpperCase()} ${path}</code></dt>
<dd>${summary}${deprecated ? ' Deprecated.' : undefined}</dd>
`,
  )}`
