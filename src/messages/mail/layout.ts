import { type Html, html } from '../../platform/html.ts'
import type { Content } from './content.ts'

const textColumns = 72

/** The frame of every email. */
type Frame = {
  product: string
  logoUrl: string | undefined
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
    // links on lines of their own, so that programs recognise them
    ...(button ? [`${button.label}${colon}\n${button.url}`] : []),
    ...(code ? [`${wrapped(code.label)}\n\n    ${code.text}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}${colon} ${value}`).join('\n')] : []),
    ...rest.map(wrapped),
    `-- \n${wrapped(footer)}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

/** Tables and inline styles, for mail programs without style sheets. No images but the logo. */
export const htmlOf = (content: Content, frame: Frame): string => {
  const { subject, lead, button, code, facts = [], rest } = content
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1f2937">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 8px 16px;font-weight:600">${headOf(frame)}</td></tr>
<tr><td style="padding:28px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${lead.map(paragraph)}
${button && html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 20px;background:#1d4ed8;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${button.label}</a></p>`}
${code && [paragraph(code.label), html`<p style="margin:0 0 16px;font:600 24px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px">${code.text}</p>`]}
${facts.length > 0 ? html`<table cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts.map(fact)}</table>` : undefined}
${rest.map(paragraph)}
${button && html`<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e5e7eb;font-size:13px;color:#6b7280;word-break:break-all">${button.url}</p>`}
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px;color:#6b7280">${frame.footer}</td></tr>
</table>
</body>
</html>
`.markup
}

const headOf = ({ product, logoUrl }: Frame): Html =>
  logoUrl
    ? html`<img src="${logoUrl}" alt="${product}" height="32" style="height:32px;border:0">`
    : html`${product}`

const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`

const fact = ([name, value]: readonly [string, string]): Html =>
  html`<tr><td style="padding:0 16px 4px 0;color:#6b7280">${name}</td><td style="padding:0 0 4px">${value}</td></tr>`

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
