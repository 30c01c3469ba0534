import { showOperators } from '#flows/operators/staff/list.ts'
import { html } from '#platform/html.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { minuteTag } from '../moments.ts'
import { listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'

export const operatorsPage = consolePage({
  path: consolePaths.operators,
  summary: 'Who may use the console.',
  scope: 'acts:read',

  view: async (visit, again) => {
    const { words, deps } = visit
    const texts = words.console.operators
    const rows = (await showOperators(deps)).map(({ email, scopes, grantedAt, isLetIn }) =>
      listRow(
        html`<b><bdi>${saidByOthers(email)}</bdi></b>${isLetIn ? undefined : html` (${texts.notLetIn})`}`,
        html`${texts.since} ${minuteTag(visit, grantedAt)}<br>${words.console.keys.scopes}: ${scopes.join(', ')}`,
      ),
    )
    return consoleView(visit, again, {
      title: words.console.sections.operators,
      section: 'operators',
      content: html`<p>${texts.lead}</p>
${listOfRows(visit, rows)}`,
    })
  },
})
