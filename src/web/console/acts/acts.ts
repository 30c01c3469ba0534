import type { Act } from '#contract/admin.ts'
import { listOperatorsActs } from '#flows/operators/log/list-acts.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { buttonLink, listOfRows, pageLinks } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { eventRow } from '../people/event-row.ts'

export const actsPage = consolePage({
  path: consolePaths.acts,
  summary: 'What operators did, and why, newest first.',
  query: { key: 'Only what was done with this service key.', cursor: 'Where older ones begin.' },
  scope: 'acts:read',

  view: async (visit, again) => {
    const { deps, words, at, query } = visit
    const { operator } = await operatorOf(visit)
    const { key, cursor } = query
    const { acts, next } = await listOperatorsActs(deps, { key, cursor, limit: '20' })
    const isLinked = isGranted(operator, 'users:read')
    return consoleView(visit, again, {
      title: words.console.sections.acts,
      section: 'acts',
      content: html`${listOfRows(
        visit,
        acts.map((act) => actRow(visit, act, isLinked)),
      )}
${pageLinks(visit, (older) => at(consolePaths.acts, { key, cursor: older }), { cursor, next })}`,
    })
  },
})

const actRow = (visit: Visit, { userId, ...act }: Act, isLinked: boolean): Html => {
  const button =
    userId !== null && isLinked
      ? buttonLink(
          visit.at(consolePaths.person, { id: userId }),
          visit.words.console.person.show,
          `${visit.words.console.person.show} ${userId}`,
        )
      : undefined
  return eventRow(visit, { ...act, outcome: 'success', ip: null }, button)
}
