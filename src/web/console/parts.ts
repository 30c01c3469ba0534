import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../pages/hosted-page.ts'
import { furtherLinks } from '../pages/settings/further.ts'
import { saidByOthers } from './words-of-others.ts'

type Fact = readonly [name: string, value: string | Html | undefined]

/** Named facts, without those that are missing. */
export const factList = (facts: readonly Fact[]): Html => {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          html`<div><dt>${name}</dt><dd>${typeof value === 'string' ? saidByOthers(value) : value}</dd></div>`,
        ],
  )
  return html`<dl class="facts">${rows}</dl>`
}

/** The rows of a list, or that there are none. */
export const listOfRows = ({ words }: Visit, rows: readonly Html[]): Html =>
  rows.length > 0 ? html`<ul class="list">${rows}</ul>` : html`<p class="soft">${words.console.none}</p>`

/** One row: what it is, more about it, and perhaps what can be done with it. */
export const listRow = (what: Html, more: Html | undefined, button?: Html): Html =>
  html`<li class="row"><div><p>${what}</p>${
    more &&
    html`
<p class="soft">${more}</p>`
  }</div>${button}</li>`

/** A link that looks like a button. */
export const buttonLink = (to: string, label: string, name = label): Html =>
  html`<a class="button plain small" href="${to}"${name === label ? undefined : html` aria-label="${name}"`}>${label}</a>`

/** Between the pages of a list. */
export const pageLinks = (
  { words }: Visit,
  at: (cursor: string | undefined) => string,
  { cursor, next }: { cursor: string | undefined; next: string | null },
): Html | undefined =>
  furtherLinks([
    [words.console.newest, cursor && at(undefined)],
    [words.console.older, next === null ? undefined : at(next)],
  ])
