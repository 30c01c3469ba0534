import { type Html, html } from '../html.ts'
import type { Site } from '../site.ts'

export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

type Page = {
  title: string
  /** From the page to the root of the site. Links are relative, because a proxy may add a path in front. */
  root: '' | '../'
  section?: string
  head?: Html | undefined
  isWide?: boolean
}

export const layout = (site: Site, { title, root, section, head, isWide }: Page, main: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${site.name}</title>
<link rel="icon" href="${root}${site.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${site.style}">
${site.isWithoutFeeds ? undefined : autodiscovery(root)}${head}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top${isWide ? ' wide' : ''}">
<p class="brand"><img src="${root}${site.icon}" width="28" height="28" alt=""> ${site.name}</p>
<nav aria-label="Interface">
${site.sections.map(({ path, text }) => link(`${root}${path}`, text, section === path))}</nav>
</header>
<main id="main"${isWide ? html` class="wide"` : undefined}>
${main}
</main>
</body>
</html>
`.markup

const autodiscovery = (
  root: string,
) => html`<link rel="alternate" type="application/rss+xml" title="Interface changelog (RSS)" href="${root}changelog.rss">
<link rel="alternate" type="application/atom+xml" title="Interface changelog (Atom)" href="${root}changelog.atom">
<link rel="alternate" type="application/feed+json" title="Interface changelog (JSON Feed)" href="${root}changelog/feed.json">
`

const link = (to: string, text: string, isHere: boolean) =>
  html`<a href="${to}"${isHere ? html` aria-current="true"` : undefined}>${text}</a>
`
