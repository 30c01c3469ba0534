import type { AdminEvent } from '#contract/admin.ts'
import { searchAllEvents } from '#flows/operators/events/search-events.ts'
import { isRefusedAs, type Refused } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { type Again, untouched, type Visit } from '../../pages/hosted-page.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { buttonLink, listOfRows, pageLinks } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { eventRow } from '../people/event-row.ts'
import { saidByOthers } from '../words-of-others.ts'

const asked = ['type', 'network', 'after', 'before'] as const

export const eventsPage = consolePage({
  path: consolePaths.events,
  summary: 'Searches what happened to all accounts, newest first.',
  query: {
    type: 'Only events of this type.',
    network: 'Only what came from this address or network.',
    after: 'Only from this day on.',
    before: 'Only before this day.',
    cursor: 'Where older ones begin.',
  },
  scope: 'users:read',

  view: async (visit, again) => {
    const { deps, words, at, query } = visit
    // an empty field of the form is no wish
    const wanted = Object.fromEntries(asked.map((name) => [name, query[name]?.trim() || undefined]))
    const { cursor } = query
    const found = await searchAllEvents(deps, { ...wanted, cursor, limit: '20' }).catch(refusedSearch)
    const { events, next } = 'refused' in found ? { events: [], next: null } : found
    const shown: Again = 'refused' in found ? { ...untouched, refused: found.refused } : again
    return consoleView(visit, shown, {
      title: words.console.sections.events,
      section: 'events',
      content: html`${searchForm(visit)}
${listOfRows(
  visit,
  events.map((event) => foundRow(visit, event)),
)}
${pageLinks(visit, (older) => at(consolePaths.events, { ...wanted, cursor: older }), { cursor, next })}`,
    })
  },
})

const refusedSearch = (error: unknown): { refused: Refused } => {
  if (isRefusedAs(error, 'bad_request')) return { refused: error }
  throw error
}

const searchForm = ({ words, at, query }: Visit): Html => {
  const texts = words.console.events
  const fields = [
    ['type', texts.type, texts.typeHint],
    ['network', texts.network, undefined],
    ['after', texts.from, texts.dayHint],
    ['before', texts.to, texts.dayHint],
  ] as const
  const inputs = fields.map(
    ([name, label, hint]) => html`<label for="${name}">${label}</label>
${hint && html`<p class="soft" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="text" value="${saidByOthers(query[name] ?? '')}" autocomplete="off" autocapitalize="none" spellcheck="false"${hint && html` aria-describedby="${name}-hint"`}>`,
  )
  return html`<form method="get" role="search" action="${at(consolePaths.events)}">
${inputs}
<button type="submit">${texts.search}</button>
</form>`
}

const foundRow = (visit: Visit, { userId, ...event }: AdminEvent): Html => {
  const { show } = visit.words.console.person
  const button =
    userId === null
      ? undefined
      : buttonLink(visit.at(consolePaths.person, { id: userId }), show, `${show} ${userId}`)
  return eventRow(visit, event, button)
}
