import type { AdminUser, AdminUserPage } from '#contract/admin.ts'
import { lookUpUsers } from '#flows/operators/directory/look-up.ts'
import { standings } from '#flows/operators/directory/search.ts'
import { Refused } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { stateOf } from './state.ts'

export const peoplePage = consolePage({
  path: consolePaths.people,
  summary: 'Finds people.',
  query: {
    q: 'What they are looked for by.',
    status: 'Instead: `blocked`, `unconfirmed`, `closing` or `without-second-factor`.',
    cursor: 'Where the next ones begin.',
    done: 'What was done.',
  },
  scope: 'users:read',

  view: async (visit, again) => {
    const { words, at, query, deps } = visit
    const texts = words.console.people
    const text = (query.q ?? '').trim()
    const status = text === '' ? query.status : undefined
    const { users, next } = await lookUpUsers(deps, { text, status, cursor: query.cursor }).catch(tooShort)
    const { operator } = await operatorOf(visit)
    const more =
      next === null ? undefined : at(consolePaths.people, { q: text || undefined, status, cursor: next })
    return consoleView(visit, again, {
      title: words.console.sections.people,
      section: 'people',
      content: html`<form method="get" role="search" action="${at(consolePaths.people)}">
<label for="q">${texts.search}</label>
<p class="soft" id="q-hint">${texts.searchHint}</p>
<input id="q" name="q" type="text" inputmode="email" enterkeyhint="search" value="${saidByOthers(text, 300)}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="q-hint">
<button type="submit">${texts.find}</button>
</form>
${statusLinks(visit, text === '' ? (status ?? '') : undefined)}
${isGranted(operator, 'users:write') ? html`<p><a href="${at(consolePaths.invite)}">${texts.invite}</a></p>` : undefined}
${
  users.length === 0
    ? html`<p role="status">${texts.nobody}</p>`
    : listOfRows(
        visit,
        users.map((user) => personRow(visit, user)),
      )
}
${more === undefined ? undefined : html`<p><a href="${more}">${words.console.next}</a></p>`}`,
    })
  },
})

// fewer than three characters find nobody, and break nothing
const tooShort = (error: unknown): AdminUserPage => {
  if (error instanceof Refused && error.status === 422) return { users: [], next: null }
  throw error
}

/** The filters, of which one is chosen unless something else is looked for. */
const statusLinks = ({ words, at }: Visit, chosen: string | undefined): Html => {
  const { statuses, all } = words.console.people
  const links = [['', all] as const, ...standings.map((name) => [name, statuses[name]] as const)].map(
    ([status, label]) =>
      html`<li><a href="${at(consolePaths.people, { status: status || undefined })}"${status === chosen ? html` aria-current="true"` : undefined}>${label}</a></li>`,
  )
  return html`<ul class="choices">${links}</ul>`
}

const personRow = (visit: Visit, user: AdminUser): Html => {
  const { words, at } = visit
  const address = saidByOthers(user.email)
  const to = at(consolePaths.person, { id: user.id })
  return listRow(
    html`<a href="${to}"><bdi>${address}</bdi></a>`,
    html`${stateOf(visit, user)}${user.externalId === null ? undefined : html` · ${words.console.person.externalId} <bdi>${saidByOthers(user.externalId)}</bdi>`}`,
  )
}
