import { type Html, html, layout } from 'openapi-changelog/pages'
import { site } from '../site.ts'
import { hasViewer } from './files.ts'

/** `data:` for the viewer's icons. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

type OpenApi = { paths: Record<string, Record<string, { summary?: string; deprecated?: boolean }>> }

/** Drawn by the viewer. Without it, or without scripts, a list of the operations. */
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
${hasViewer ? drawn(openapi) : listed(openapi, 'The viewer for details and examples is not installed.')}`,
  )

const drawn = (openapi: OpenApi) => html`<div id="viewer"></div>
<noscript>
${listed(openapi, 'Details and examples need JavaScript.')}
</noscript>`

const listed = (
  openapi: OpenApi,
  why: string,
) => html`<p class="none">${why} These are the operations; everything else is in
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
