import type { Config } from '../../config/config.ts'
import { type Html, html } from '../../platform/html.ts'
import { languageNames } from '../../platform/languages.ts'
import { pageScript } from './page-script.ts'
import { styleOf } from './style.ts'

/** A rendered page, without its frame. */
export type View = {
  title: string
  content: Html | readonly Html[]
  /** 200 by default. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** The page shows an error, and so does its title. */
  isRefusal?: boolean
  /** Beside the page's own origin: the scheme of an app that a form may end at (CSP `form-action`). */
  formAction?: string | undefined
  /** One of its forms is about passkeys: the page has the script for them. */
  hasScript?: boolean
  /** Above the page, for people who are signed in. */
  header?: Html
  /** Beside the page. */
  navigation?: Html
  /** A page of the console, whose style has more. */
  isConsole?: boolean
}

/** The words around every page. */
type FrameWords = {
  error: string
  language: string
  back: (product: string) => string
  terms: string
  privacy: string
}

type Look = Pick<Config, 'productName' | 'logoUrl' | 'homeUrl' | 'brandColor' | 'termsUrl' | 'privacyUrl'>

type Allowed = Pick<View, 'formAction' | 'hasScript' | 'isConsole'>

const policyOf = (
  { logoUrl, brandColor: brand }: Look,
  { formAction, hasScript, isConsole = false }: Allowed,
): string =>
  [
    "default-src 'none'",
    ...(hasScript ? [`script-src ${pageScript.policy}`] : []),
    `style-src 'sha256-${styleOf({ brand, isConsole }).hash}'`,
    `img-src ${logoUrl ? new URL(logoUrl).origin : "'none'"}`,
    `form-action 'self' ${formAction ?? ''}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** `same-origin`, because with `no-referrer` a browser sends the page's own form with `Origin: null`. */
export const pageHeaders = (look: Look, allowed: Allowed = {}): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  // no proxy hides addresses, or delays the script (RFC 9111 §5.2.2.6)
  'Cache-Control': 'no-store, no-transform',
  'Content-Security-Policy': policyOf(look, allowed),
  'Referrer-Policy': 'same-origin',
})

export const pageOf = (
  { productName, logoUrl, homeUrl, brandColor: brand, termsUrl, privacyUrl }: Look,
  { language, frame: words }: { language: string; frame: FrameWords },
  { title, content, isRefusal, header, navigation, hasScript, isConsole = false }: View,
  languageAddress: string,
): string => {
  const links = [
    homeUrl && html`<a href="${homeUrl}">${words.back(productName)}</a>`,
    termsUrl && html`<a href="${termsUrl}">${words.terms}</a>`,
    privacyUrl && html`<a href="${privacyUrl}">${words.privacy}</a>`,
  ].filter((link) => typeof link === 'object')
  const main = html`<main>
<h1>${title}</h1>
${content}
</main>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${isRefusal ? `${words.error}: ` : ''}${title === productName ? title : `${title} · ${productName}`}</title>
${{ markup: `<style>${styleOf({ brand, isConsole }).css}</style>` }}
</head>
<body${navigation && html` class="wide"`}>
<header>${logoUrl ? html`<img src="${logoUrl}" alt="${productName}">` : html`<span>${productName}</span>`}${header}</header>
${navigation ? html`<div class="columns">${navigation}${main}</div>` : main}
<footer>${links.length > 0 ? html`<div>${links}</div>` : undefined}${languageForm(languageAddress, words.language, language)}</footer>
${hasScript ? pageScript.markup : undefined}
</body>
</html>
`.markup
}

/** The languages by their own names, so that people who cannot read this page find theirs. */
const languageForm = (address: string, label: string, current: string): Html => {
  const choices = Object.entries(languageNames).map(([language, name]) =>
    language === current
      ? html`<span>${name}</span>`
      : html`<button class="bare" name="language" value="${language}" lang="${language}">${name}</button>`,
  )
  return html`<form method="post" action="${address}" aria-label="${label}">${choices}</form>`
}

export const paragraphs = (texts: readonly string[]): Html[] => texts.map((text) => html`<p>${text}</p>`)
