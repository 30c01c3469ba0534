import { type Html, html, layout } from 'openapi-changelog/pages'
import { site } from '../site.ts'
import { hasViewer } from './files.ts'

/** The viewer is a script of this service; it draws its icons from data addresses and asks this service alone. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

type OpenApi = { paths: Record<string, Record<string, { summary?: string; deprecated?: boolean }>> }

/** The reference: drawn by the viewer, and without a script, or without the viewer, a list of the operations. */
export const docsPage = (openapi: OpenApi): string =>
  layout(
    site,
    {
      title: 'API reference',
      root: '',
      section: 'docs',
      head: hasViewer ? viewer : undefined,
      isWide: hasViewer,
    },
    html`<h1>API reference</h1>
<p class="lead">Every operation of the HTTP interface, as <a href="openapi.json">OpenAPI</a>. What changed, and when, is
in the <a href="changelog">changelog</a>.</p>
${hasViewer ? drawn(openapi) : listed(openapi, 'The viewer that draws details and examples is not installed here.')}`,
  )

const drawn = (openapi: OpenApi) => html`<div id="viewer"></div>
<noscript>
${listed(openapi, 'Details and examples are drawn by a script.')}
</noscript>`

const listed = (
  openapi: OpenApi,
  why: string,
) => html`<p class="none">${why} Here are the operations; the rest stands in
<a href="openapi.json">openapi.json</a>.</p>
<dl class="operations">
${Object.entries(openapi.paths).map(operationsOf)}
</dl>`

const viewer = html`<link rel="stylesheet" href="docs/viewer.css">
<link rel="stylesheet" href="docs/docs.css">
<script src="docs/viewer.js" defer></script>
<script src="docs/docs.js" defer></script>
`

const operationsOf = ([path, operations]: [string, OpenApi['paths'][string]]): Html =>
  html`${Object.entries(operations).map(
    ([method, { summary, deprecated }]) => html`<dt><code>${method.toUpperCase()} ${path}</code></dt>
<dd>${summary}${deprecated ? ' Deprecated.' : undefined}</dd>
`,
  )}`
