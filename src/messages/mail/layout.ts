import { type Html, html } from '../../platform/html.ts'
import type { Content } from './content.ts'

const textColumns = 72

/** The frame of every email. */
type Frame = {
  product: string
  logoUrl: string | undefined
  /** The button's fill; its text is white. */
  brandColor: string
  language: string
  colon: string
  footer: string
}

export const textOf = (
  { lead, button, code, facts = [], rest }: Content,
  { colon, footer }: Frame,
): string => {
  const paragraphs = [
    ...lead.map(wrapped),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}${colon} ${value}`).join('\n')] : []),
    // links on lines of their own, so that programs recognise them
    ...(button ? [`${button.label}${colon}\n${button.url}`] : []),
    ...(code ? [`${wrapped(code.label)}\n\n    ${code.text}`] : []),
    ...rest.map(wrapped),
    `-- \n${wrapped(footer)}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** Of the pages. Programs without style sheets stay light. */
const darkRules = `
@media (prefers-color-scheme: dark) {
.ground { background: #10151d !important; color: #e6e9ef !important }
.card { background: #1a212c !important; border-color: #343e4c !important }
.line { border-color: #343e4c !important }
.soft { color: #a3adbb !important }
.link { color: #8ab4ff !important }
}
`

/** Tables and inline styles, for mail programs without style sheets. No images but the logo. */
export const htmlOf = (content: Content, frame: Frame): string => {
  const { subject, lead, button, code, facts = [], rest } = content
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${{ markup: `<style>${darkRules}</style>` }}
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f4f5f7;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1b2430">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 8px 16px;font-weight:600">${headOf(frame)}</td></tr>
<tr><td class="card" style="padding:28px;background:#ffffff;border:1px solid #d5d9e0;border-radius:14px;word-break:break-word">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${lead.map(paragraph)}
${facts.length > 0 ? html`<table cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts.map(fact)}</table>` : undefined}
${button && html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 20px;background:${frame.brandColor};border-radius:9px;color:#ffffff;font-weight:600;text-align:center;text-decoration:none">${button.label}</a></p>`}
${code && [paragraph(code.label), html`<p style="margin:0 0 16px;font:600 24px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px">${code.text}</p>`]}
${rest.map(paragraph)}
${button && html`<p class="line" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d5d9e0;font-size:13px;word-break:break-all">${link(button.url)}</p>`}
</td></tr>
<tr><td class="soft" style="padding:16px 8px;font-size:13px;color:#556070">${frame.footer}</td></tr>
</table>
</body>
</html>
`.markup
}

const headOf = ({ product, logoUrl }: Frame): Html =>
  logoUrl
    ? html`<img src="${logoUrl}" alt="${product}" height="32" style="height:32px;max-width:100%;object-fit:contain;border:0">`
    : html`${product}`

const paragraph = (text: string): Html =>
  html`<p style="margin:0 0 16px">${text.split(/(https?:\/\/\S+)/).map((part) => (isLink(part) ? link(part) : html`${part}`))}</p>`

const link = (url: string): Html => html`<a class="link" href="${url}" style="color:#1d4ed8">${url}</a>`

const fact = ([name, value]: readonly [string, string]): Html =>
  html`<tr style="vertical-align:top"><td class="soft" style="padding:0 16px 4px 0;color:#556070;white-space:nowrap">${name}</td><td style="padding:0 0 4px">${value}</td></tr>`

const wrapped = (text: string): string => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    const fits = line !== undefined && line.length + 1 + word.length <= textColumns
    // links get a line of their own, to be copied whole
    if (fits && !isLink(word) && !isLink(line)) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

const isLink = (text: string) => /^https?:\/\//.test(text)
