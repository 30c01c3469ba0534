import { type Html, html, layout, type Site } from 'openapi-changelog/pages'
import { site } from '../site.ts'
import { hasViewer } from './files.ts'

/** `data:` for the viewer's icons. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

type Operation = { summary?: string; deprecated?: boolean; tags?: string[] }
type OpenApi = { paths: Record<string, Record<string, Operation>>; tags?: { name: string }[] }

/** The subject of a reference: `root` leads from its page to `/`, and `document` from there to its OpenAPI. */
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
${byTag(openapi).map(
  ([tag, operations]) => html`<h2>${tag}</h2>
<dl class="operations">
${operations.map(described)}</dl>
`,
)}`

const viewer = ({ root }: Reference) => html`<link rel="stylesheet" href="${root}docs/viewer.css">
<link rel="stylesheet" href="${root}docs/docs.css">
<script src="${root}docs/viewer.js" defer></script>
<script src="${root}docs/docs.js" defer></script>
`

type Named = Operation & { name: string }

/** Tags in the order of the document, each with the operations whose first tag it is. */
const byTag = ({ paths, tags = [] }: OpenApi): [tag: string, operations: Named[]][] => {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, about]) => ({
      ...about,
      name: `${method.toUpperCase()} ${path}`,
    })),
  )
  const groups = Map.groupBy(all, ({ tags: [tag = 'Others'] = [] }) => tag)
  const order = new Set([...tags.map(({ name }) => name), ...groups.keys()])
  return [...order].flatMap((tag) => {
    const operations = groups.get(tag)
    return operations ? [[tag, operations] as [string, Named[]]] : []
  })
}

const described = ({ name, summary, deprecated }: Named): Html => html`<dt><code>${name}</code></dt>
<dd>${summary}${deprecated ? ' Deprecated.' : undefined}</dd>
`
