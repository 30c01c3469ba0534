import { createHash } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { type Html, html } from '../../platform/html.ts'

type Look = Pick<Config, 'productName' | 'mailLogoUrl' | 'homeUrl'>

const style = `
:root { color-scheme: light dark; --ink: #1f2937; --soft: #6b7280; --paper: #fff; --ground: #f3f4f6; --line: #e5e7eb; --strong: #1d4ed8; --bad: #b91c1c }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --soft: #9ca3af; --paper: #1f2937; --ground: #111827; --line: #374151; --strong: #2563eb; --bad: #f87171 } }
* { box-sizing: border-box }
body { margin: 0; padding: 8vh 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
header, main { max-width: 26rem; margin: 0 auto }
header { padding: 0 4px 16px; font-weight: 600 }
header img { height: 32px }
main { padding: 28px; background: var(--paper); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0 0 12px; font-size: 1.35rem; line-height: 1.3 }
p { margin: 0 0 16px }
label { display: block; margin: 0 0 4px; font-weight: 600 }
input { width: 100%; margin: 0 0 16px; padding: 10px 12px; border: 1px solid var(--soft); border-radius: 8px; background: transparent; color: inherit; font: inherit }
button { width: 100%; padding: 12px 20px; border: 0; border-radius: 8px; background: var(--strong); color: #fff; font: inherit; font-weight: 600; cursor: pointer }
a { color: inherit }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
p:last-child { margin-bottom: 0 }
.soft, footer { color: var(--soft); font-size: .875rem }
.soft { margin-top: 16px }
footer { max-width: 26rem; margin: 16px auto 0; padding: 0 4px }
.bad { color: var(--bad); font-weight: 600 }
`

const styleHash = createHash('sha256').update(style).digest('base64')

const policyOf = ({ mailLogoUrl }: Look): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `img-src ${mailLogoUrl ? new URL(mailLogoUrl).origin : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** `same-origin`, because with `no-referrer` a browser sends the page's own form with `Origin: null`. */
export const pageHeaders = (look: Look): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyOf(look),
  'Referrer-Policy': 'same-origin',
})

export const pageOf = (
  { productName, mailLogoUrl, homeUrl }: Look,
  title: string,
  content: Html | readonly Html[],
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${productName}</title>
${{ markup: `<style>${style}</style>` }}
</head>
<body>
<header>${mailLogoUrl ? html`<img src="${mailLogoUrl}" alt="${productName}">` : html`${productName}`}</header>
<main>
<h1>${title}</h1>
${content}
</main>
${homeUrl && html`<footer><a href="${homeUrl}">Back to ${productName}</a></footer>`}
</body>
</html>
`.markup

export const paragraphs = (texts: readonly string[]): Html[] => texts.map((text) => html`<p>${text}</p>`)
