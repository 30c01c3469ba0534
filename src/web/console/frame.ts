import type { Operator } from '#credentials/operators/queries.ts'
import type { KeyScope } from '#credentials/service-keys/scopes.ts'
import { type Html, html } from '#platform/html.ts'
import { buttonForm, type Field, goodNews, problemNote } from '../pages/forms.ts'
import { type Again, untouched, type Visit } from '../pages/hosted-page.ts'
import type { View } from '../pages/page.ts'
import type { PageWords } from '../pages/words.ts'
import { isGranted, operatorOf } from './operator.ts'
import { consolePaths } from './paths.ts'

export type ConsoleSection = keyof PageWords['console']['sections']

/** In their order, with the scope that each takes; the others are for every operator. */
const sections: readonly (readonly [ConsoleSection & keyof typeof consolePaths, KeyScope?])[] = [
  ['overview'],
  ['people', 'users:read'],
  ['acts', 'acts:read'],
  ['events', 'users:read'],
  ['mails', 'users:read'],
  ['keys', 'keys:revoke'],
  ['webhooks', 'webhooks:read'],
  ['settings', 'overview:read'],
  ['operators', 'acts:read'],
]

type Content = Pick<View, 'title' | 'hasScript'> & {
  section: ConsoleSection
  /** Those of its form, which show their own faults. */
  fields?: readonly Field[]
  content: Html
}

/** A page of the console, with what was done before it. */
export const consoleView = async (
  visit: Visit,
  again: Again,
  { title, section, hasScript = false, fields = [], content }: Content,
): Promise<View> => {
  const { words, at } = visit
  const { operator } = await operatorOf(visit)
  return {
    title,
    hasScript,
    isConsole: true,
    header: buttonForm(visit, words.frame.signOut, { look: 'bare', to: at(consolePaths.signOut) }),
    navigation: navigationOf(visit, operator, section),
    content: html`${again === untouched ? newsOf(visit) : undefined}${problemNote(words, again, fields)}
${content}`,
  }
}

const newsOf = ({ query, words }: Visit): Html | undefined => {
  const { acts, done } = words.console
  const name = query.done ?? ''
  return Object.hasOwn(acts, name) ? goodNews(done(acts[name as keyof typeof acts].title)) : undefined
}

const navigationOf = ({ words, at }: Visit, operator: Operator, current: ConsoleSection): Html => {
  const { sections: names, navigation } = words.console
  const links = sections
    .filter(([, scope]) => scope === undefined || isGranted(operator, scope))
    .map(
      ([section]) =>
        html`<li><a href="${at(consolePaths[section])}"${section === current ? html` aria-current="page"` : undefined}>${names[section]}</a></li>`,
    )
  return html`<nav class="bar" aria-label="${navigation}"><ul>${links}</ul></nav>`
}
