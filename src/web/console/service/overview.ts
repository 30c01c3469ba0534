import type { Overview } from '#contract/admin.ts'
import { showOverview } from '#flows/overview/show-overview.ts'
import { type Html, html } from '#platform/html.ts'
import { version } from '#platform/version.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { factList, listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { hoursChart } from './hours-chart.ts'

/** Where every visit begins; the numbers take their own scope. */
export const consoleOverviewPage = consolePage({
  path: consolePaths.overview,
  summary: 'How the service is doing.',

  view: async (visit, again) => {
    const { words, deps } = visit
    const { operator } = await operatorOf(visit)
    const content = isGranted(operator, 'overview:read')
      ? numbersOf(visit, await showOverview(deps))
      : factList([[words.console.overview.version, await version()]])
    return consoleView(visit, again, {
      title: words.console.sections.overview,
      section: 'overview',
      content,
    })
  },
})

const numbersOf = (visit: Visit, overview: Overview): Html => {
  const { overview: texts, person, people: peopleTexts } = visit.words.console
  const { people, mails, webhooks, findings, countedUpTo } = overview
  // what reaches the bound is as many or more
  const upTo = (count: number) => (count >= countedUpTo ? `${count}+` : String(count))
  return html`<h2>${texts.signIns}</h2>
${hoursChart(visit, overview)}
<h2>${texts.checks}</h2>
${
  findings.length === 0
    ? html`<p>${texts.wellDone}</p>`
    : listOfRows(
        visit,
        findings.map(({ name, message, remedy }) =>
          listRow(
            html`<code>${name}</code> ${saidByOthers(message, 300)}`,
            html`${saidByOthers(remedy, 300)}`,
          ),
        ),
      )
}
<h2>${texts.people}</h2>
${factList([
  [texts.all, people.isEstimate ? `≈ ${people.all}` : upTo(people.all)],
  [person.states.blocked, upTo(people.blocked)],
  [peopleTexts.statuses.unconfirmed, upTo(people.unconfirmed)],
  [person.states.closing, upTo(people.closing)],
  [person.states.invited, upTo(people.invited)],
])}
${factList([
  [texts.waiting, upTo(mails.waiting)],
  [texts.givenUp, upTo(mails.givenUp)],
  [texts.failing, String(webhooks.failing + webhooks.off)],
  [texts.version, overview.version],
])}`
}
