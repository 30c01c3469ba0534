import type { AdminRefusal, AdminUser, AdminWait } from '#contract/admin.ts'
import { refusalsOf, waitsOf } from '#flows/operators/refusals/explain.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { paragraphs } from '../../pages/page.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { minuteTag } from '../moments.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { buttonLink, listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { addressOf, personAsked } from './one-person.ts'

const shownAtMost = 20

/** What a support desk is asked most, in the words of the rules that refused. */
export const whyPage = consolePage({
  path: consolePaths.why,
  summary: 'Why somebody could not sign in.',
  query: { id: 'Of the account.' },
  scope: 'users:read',

  view: async (visit, again) => {
    const { words, deps, at } = visit
    const user = await personAsked(visit)
    const refusals = await refusalsOf(deps, user.id, words.language)
    const waits = await waitsOf(deps, user.id, words.language)
    const texts = words.console.why
    return consoleView(visit, again, {
      title: words.console.person.why,
      section: 'people',
      content: html`<p><a href="${at(consolePaths.person, { id: user.id })}">${addressOf(user)}</a></p>
<h2>${texts.now}</h2>
${paragraphs(standingOf(visit, user, waits))}
${waits.map((wait) => html`<p>${saidByOthers(wait.because, 600)}</p>`)}
${await unlockLink(visit, user, waits)}
<h2>${texts.refused}</h2>
<p class="soft">${refusals.length === 0 ? texts.nothing : texts.lead}</p>
${
  refusals.length === 0
    ? undefined
    : listOfRows(
        visit,
        refusals.slice(0, shownAtMost).map((refusal) => refusalRow(visit, refusal)),
      )
}
<p>${buttonLink(at(consolePaths.person, { id: user.id }), words.console.person.show)}</p>`,
    })
  },
})

/** What about the account itself keeps somebody out. */
const standingOf = ({ words }: Visit, user: AdminUser, waits: readonly AdminWait[]): string[] => {
  const texts = words.console.why
  const found = [
    ...(user.disabledAt === null ? [] : [texts.blocked]),
    ...(user.emailVerified ? [] : [texts.unconfirmed]),
    ...(user.hasPassword ? [] : [texts.noPassword]),
  ]
  return found.length > 0 || waits.length > 0 ? found : [texts.open]
}

const unlockLink = async (
  visit: Visit,
  { id }: AdminUser,
  waits: readonly AdminWait[],
): Promise<Html | undefined> => {
  const { operator } = await operatorOf(visit)
  if (waits.length === 0 || !isGranted(operator, 'users:write')) return
  const to = visit.at(consolePaths.personAct, { id, act: 'unlock' })
  return html`<p>${buttonLink(to, visit.words.console.acts.unlock.title)}</p>`
}

const refusalRow = (visit: Visit, refusal: AdminRefusal): Html => {
  const { because, lastAt, count, ip, code, rule, operation, lastRequestId } = refusal
  return listRow(
    html`${saidByOthers(because, 600)}`,
    html`${minuteTag(visit, lastAt)}${count > 1 ? html` · ${count}×` : undefined}${ip === null ? undefined : html` · <bdi>${saidByOthers(ip)}</bdi>`}<br><code>${saidByOthers(rule)}</code> · <code>${saidByOthers(code)}</code> · <code>${saidByOthers(operation)}</code><br><code>${saidByOthers(lastRequestId)}</code>`,
  )
}
