import type { Area } from '../areas.ts'
import type { Change } from '../change.ts'
import { type Html, html } from '../html.ts'

/** Kinds of changes as readers count them: a breaking change counts as that, whatever its kind. */
const kinds = [
  ['breaking', 'breaking', ({ breaking }: Change) => breaking],
  ['removed', 'removed', ({ breaking, kind }: Change) => !breaking && kind === 'removed'],
  ['modified', 'changed', ({ breaking, kind }: Change) => !breaking && kind === 'modified'],
  ['added', 'added', ({ breaking, kind }: Change) => !breaking && kind === 'added'],
] as const

type Count = { kind: string; word: string; count: number }

const countsOf = (changes: readonly Change[]): Count[] =>
  kinds
    .map(([kind, word, isOfKind]) => ({ kind, word, count: changes.filter(isOfKind).length }))
    .filter(({ count }) => count > 0)

/** How many of each kind, and how many in each area. */
export const summary = (changes: readonly Change[], areas: readonly Area<Change>[]): Html | undefined =>
  // a single change is summary enough
  changes.length < 2
    ? undefined
    : html`<div class="summary">
${bar(changes)}
<ul class="kinds" aria-label="By kind">
${countsOf(changes).map(
  ({ kind, word, count }) => html`<li class="${kind}"><strong>${count}</strong> ${word}</li>
`,
)}</ul>
<ul class="areas" aria-label="By area">
${areas.map(
  ({ name, changes }) => html`<li>${name} <span class="count">${changes.length}</span></li>
`,
)}</ul>
</div>`

/** The kinds as parts of a line, which repeats the words beside it. */
export const bar = (changes: readonly Change[]): Html => {
  let at = 0
  const parts = countsOf(changes).map(({ kind, count }) => {
    const width = (100 * count) / changes.length
    at += width
    return html`<rect class="${kind}" x="${(at - width).toFixed(2)}" width="${width.toFixed(2)}" height="4"></rect>`
  })
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`
}
