import type { AdminMail } from '#contract/admin.ts'
import { listMailsOfAll } from '#flows/operators/mails/list-given-up.ts'
import { requireGivenUp, retryMail } from '#flows/operators/mails/retry.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { actPage } from '../acts/act-page.ts'
import type { ConsoleActs } from '../acts/console-act.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { minuteTag } from '../moments.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { buttonLink, listOfRows, listRow, pageLinks } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'

export const mailsPage = consolePage({
  path: consolePaths.mails,
  summary: 'Emails that are not tried any more, newest first.',
  query: { cursor: 'Where older ones begin.', done: 'What was done.' },
  scope: 'users:read',

  view: async (visit, again) => {
    const { deps, words, at, query } = visit
    const { operator } = await operatorOf(visit)
    const { cursor } = query
    const { mails, next } = await listMailsOfAll(deps, { state: 'given-up', cursor, limit: '20' })
    const mayRetry = isGranted(operator, 'users:write')
    return consoleView(visit, again, {
      title: words.console.sections.mails,
      section: 'mails',
      content: html`<p>${words.console.mails.lead}</p>
${listOfRows(
  visit,
  mails.map((mail) => mailRow(visit, mail, mayRetry)),
)}
${pageLinks(visit, (older) => at(consolePaths.mails, { cursor: older }), { cursor, next })}`,
    })
  },
})

const mailRow = (visit: Visit, mail: AdminMail, mayRetry: boolean): Html => {
  const { words, at } = visit
  const { id, userId, name, email, endedAt, outcome, attempts, answer } = mail
  const { title } = words.console.acts['retry-mail']
  const address = html`<bdi>${saidByOthers(email ?? '')}</bdi>`
  const whom =
    userId === null ? address : html`<a href="${at(consolePaths.person, { id: userId })}">${address}</a>`
  return listRow(
    html`<code>${saidByOthers(name)}</code> ${whom}`,
    html`${minuteTag(visit, endedAt)} · ${outcome} · ${attempts}×${answer === null ? undefined : html`<br><bdi>${saidByOthers(answer)}</bdi>`}`,
    mayRetry
      ? buttonLink(
          at(consolePaths.mailAct, { id, act: 'retry-mail' }),
          title,
          `${title}: ${saidByOthers(email ?? name)}`,
        )
      : undefined,
  )
}

type GivenUp = Awaited<ReturnType<typeof requireGivenUp>>

const mailActs: ConsoleActs<GivenUp> = {
  'retry-mail': {
    scope: 'users:write',
    tells: 'activity',
    isDue: () => true,
    run: async (deps, { target, actor, reason }) => {
      await retryMail(deps, `${target.queue}.${target.id}`, { actor, reason })
      return undefined
    },
  },
}

export const mailActPage = actPage({
  path: consolePaths.mailAct,
  summary: 'Sends an email again.',
  section: 'mails',
  acts: mailActs,
  find: async ({ deps, query }) => {
    const mail = await requireGivenUp(deps, query.id ?? '')
    const name = html`<code>${saidByOthers(mail.name)}</code> <bdi>${saidByOthers(mail.recipient)}</bdi>`
    return { target: mail, name, state: { recipient: mail.recipient } }
  },
  back: ({ at }, { done }) => at(consolePaths.mails, { done }),
})
