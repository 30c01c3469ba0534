import type { AdminUser } from '#contract/admin.ts'
import type { Session, TrustedDevice } from '#contract/wire.ts'
import type { Operator } from '#credentials/operators/queries.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { shownPasskey } from '#credentials/passkeys/shown.ts'
import { listEventsOf } from '#flows/account/list-events.ts'
import { listOwnMails } from '#flows/account/list-mails.ts'
import { showAuthenticators } from '#flows/second-factor/apps/shown.ts'
import { listTrustedDevices } from '#flows/trusted-devices/list.ts'
import { type Html, html } from '#platform/html.ts'
import { listSessions } from '#sessions/list.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { providerName } from '../../pages/settings/means.ts'
import type { ActName, ConsoleAct } from '../acts/console-act.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { minuteOrNever, minuteTag } from '../moments.ts'
import { isGranted, operatorOf } from '../operator.ts'
import { buttonLink, factList, listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'
import { eventRow } from './event-row.ts'
import { addressOf, personAsked } from './one-person.ts'
import { personActs } from './person-acts.ts'
import { stateOf } from './state.ts'

const newest = '5'

export const personPage = consolePage({
  path: consolePaths.person,
  summary: 'An account, as operators see it.',
  query: { id: 'Of the account.', done: 'What was done.' },
  scope: 'users:read',

  view: async (visit, again) => {
    const { deps, words, at } = visit
    const user = await personAsked(visit)
    const { operator } = await operatorOf(visit)
    const { id } = user
    // one after the other, because others need connections too
    const sessions = await listSessions(deps, { userId: id, sessionId: '' })
    const devices = await listTrustedDevices(deps, { userId: id })
    const apps = await showAuthenticators(deps, id)
    const passkeys = (await listPasskeys(deps.db, id)).map(shownPasskey)
    const { mails } = await listOwnMails(deps, id, { limit: newest })
    const { events } = await listEventsOf(deps, id, { limit: newest }, { isForOperators: true })
    const texts = words.console.person
    const part = partLinks(visit, operator, user)
    return consoleView(visit, again, {
      title: saidByOthers(user.email),
      section: 'people',
      content: html`<p><a class="button" href="${at(consolePaths.why, { id })}">${texts.why}</a></p>
${factsOf(visit, user)}
<h2>${texts.acts}</h2>
${actLinks(visit, operator, user)}
<h2>${texts.sessions}</h2>
${listOfRows(
  visit,
  sessions.map((session) =>
    sessionRow(visit, session, part('end-session', session.id, session.userAgent ?? session.ip)),
  ),
)}
<h2>${texts.devices}</h2>
${listOfRows(
  visit,
  devices.map((device) =>
    deviceRow(visit, device, part('forget-device', device.id, device.userAgent ?? device.ip)),
  ),
)}
<h2>${texts.apps}</h2>
${listOfRows(
  visit,
  apps.map((app) =>
    listRow(
      html`<bdi>${saidByOthers(app.name)}</bdi>`,
      minuteTag(visit, app.createdAt),
      part('remove-app', app.id, app.name),
    ),
  ),
)}
<h2>${texts.passkeys}</h2>
${listOfRows(
  visit,
  passkeys.map((key) =>
    listRow(
      html`<bdi>${saidByOthers(key.name)}</bdi>`,
      html`${minuteTag(visit, key.createdAt)} · ${words.console.keys.lastUsed} ${minuteOrNever(visit, key.lastUsedAt)}`,
      part('remove-passkey', key.id, key.name),
    ),
  ),
)}
<h2>${texts.providers}</h2>
${listOfRows(
  visit,
  user.providers.map((id) => {
    const name = providerName(visit, id)
    return listRow(html`${name}`, undefined, part('unlink', id, name))
  }),
)}
<h2>${texts.mails}</h2>
${listOfRows(
  visit,
  mails.map(({ name, email, createdAt, outcome }) =>
    listRow(
      html`<code>${saidByOthers(name)}</code> ${outcome ?? ''}`,
      html`${minuteTag(visit, createdAt)} · <bdi>${saidByOthers(email)}</bdi>`,
    ),
  ),
)}
<h2>${texts.activity}</h2>
${listOfRows(
  visit,
  events.map((event) => eventRow(visit, event)),
)}
<p><a href="${at(consolePaths.activity, { id })}">${words.console.older}</a></p>`,
    })
  },
})

const factsOf = (visit: Visit, user: AdminUser): Html => {
  const { words } = visit
  const { person, yes, no } = words.console
  const { twoFactor } = user
  const reason =
    user.disabledReason === null ? undefined : html`<bdi>${saidByOthers(user.disabledReason)}</bdi>`
  return factList([
    [person.state, stateOf(visit, user)],
    [words.console.reason, reason],
    [person.email, html`${addressOf(user)} (${user.emailVerified ? person.confirmed : person.unconfirmed})`],
    [person.id, html`<code>${user.id}</code>`],
    [person.externalId, user.externalId ?? undefined],
    [person.created, minuteTag(visit, user.createdAt)],
    [person.lastSignIn, minuteOrNever(visit, user.lastSignInAt)],
    [person.language, user.language ?? undefined],
    [person.password, user.hasPassword ? yes : no],
    [person.twoFactor, twoFactor.enabled ? html`${yes}. ${person.codesLeft(twoFactor.backupCodesLeft)}` : no],
  ])
}

const sessionRow = (visit: Visit, session: Session, button: Html | undefined): Html => {
  const { createdAt, lastUsedAt, userAgent, ip, methods } = session
  return listRow(
    html`${saidByOthers(methods.join(', '))} · <bdi>${saidByOthers(ip)}</bdi>`,
    html`${minuteTag(visit, createdAt)} · ${visit.words.console.keys.lastUsed} ${minuteTag(visit, lastUsedAt)}<br><bdi>${saidByOthers(userAgent ?? '')}</bdi>`,
    button,
  )
}

const deviceRow = (visit: Visit, device: TrustedDevice, button: Html | undefined): Html => {
  const { lastUsedAt, expiresAt, userAgent, ip } = device
  const { lastUsed, expires } = visit.words.console.keys
  return listRow(
    html`<bdi>${saidByOthers(ip)}</bdi>`,
    html`${lastUsed} ${minuteTag(visit, lastUsedAt)} · ${expires} ${minuteTag(visit, expiresAt)}<br><bdi>${saidByOthers(userAgent ?? '')}</bdi>`,
    button,
  )
}

const actsOffered = (operator: Operator, user: AdminUser) =>
  (Object.entries(personActs) as [ActName, ConsoleAct<AdminUser>][]).filter(
    ([, { scope, isDue }]) => isGranted(operator, scope) && isDue(user),
  )

const actLinks = (visit: Visit, operator: Operator, user: AdminUser): Html => {
  const links = actsOffered(operator, user)
    .filter(([, { nameOfPart }]) => !nameOfPart)
    .map(([act]) => {
      const to = visit.at(consolePaths.personAct, { id: user.id, act })
      return html`<li>${buttonLink(to, visit.words.console.acts[act].title)}</li>`
    })
  return links.length > 0
    ? html`<ul class="buttons">${links}</ul>`
    : html`<p class="soft">${visit.words.console.none}</p>`
}

/** What can be done to one thing of an account, where that is granted. */
const partLinks =
  (visit: Visit, operator: Operator, user: AdminUser) =>
  (act: ActName, part: string, partName: string): Html | undefined => {
    if (!actsOffered(operator, user).some(([name]) => name === act)) return
    const to = visit.at(consolePaths.personAct, { id: user.id, act, part })
    const { title } = visit.words.console.acts[act]
    return buttonLink(to, title, `${title}: ${saidByOthers(partName)}`)
  }
