import { countBackupCodes } from '../../../credentials/backup-codes/queries.ts'
import { activeMethods } from '../../../credentials/queries.ts'
import { findResetOf } from '../../../credentials/resets/queries.ts'
import { type Authenticator, listAuthenticators } from '../../../credentials/totp/authenticators/queries.ts'
import { maxAuthenticators } from '../../../flows/authenticators/begin.ts'
import { minuteOf } from '../../../messages/mail/minute.ts'
import { fewCodes } from '../../../messages/mail/notices.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { SessionKey } from '../../../sessions/queries.ts'
import { buttonForm } from '../forms.ts'
import type { Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { readCodes } from './codes-cookie.ts'
import { settingsView } from './frame.ts'
import { timeTag } from './moment.ts'
import { ownPage } from './own-page.ts'

export const twoFactorPage = ownPage({
  path: paths.twoFactor,
  summary: 'The two-factor settings.',
  query: { news: 'What was done.' },
  reads: async (runner, claimed) => {
    const { userId } = claimed
    const [methods, apps, codesLeft, reset] = await Promise.all([
      activeMethods(runner, userId),
      listAuthenticators(runner, userId),
      countBackupCodes(runner, userId),
      findResetOf(runner, userId),
    ])
    return { owner: claimed, isOn: methods.length > 0, apps, codesLeft, reset }
  },

  view: (visit, again, state) =>
    settingsView(visit, again, {
      title: visit.words.settings.sections.twoFactor,
      section: 'twoFactor',
      content: state.isOn ? whenOn(visit, state) : whenOff(visit),
    }),
})

type State = {
  owner: SessionKey
  apps: readonly Authenticator[]
  codesLeft: number
  reset: { removesAt: Date } | undefined
}

const whenOff = ({ words, at }: Visit): Html => {
  const texts = words.settings.twoFactor
  return html`<p>${texts.lead}</p>
<p class="soft">${texts.off}</p>
${buttonForm(texts.setUp, { act: 'begin', to: at(paths.setUp) })}`
}

const whenOn = (visit: Visit, { owner, apps, codesLeft, reset }: State): Html => {
  const { words, at } = visit
  const texts = words.settings.twoFactor
  return html`<p class="soft">${texts.on}</p>
${reset && stopRemoval(visit, reset.removesAt)}
<h2>${texts.apps}</h2>
<ul class="list">${apps.map((app) => item(visit, app))}</ul>
${apps.length < maxAuthenticators ? html`<p><a href="${at(paths.addApp)}">${texts.addApp}</a></p>` : undefined}
<h2>${texts.codes}</h2>
${readCodes(visit, owner) && html`<p class="note good">${texts.codesWaiting} <a href="${at(paths.codes)}">${texts.showCodes}</a></p>`}
<p>${texts.codesLeft(codesLeft)}${codesLeft <= fewCodes ? ` ${texts.fewCodes}` : undefined}</p>
<p><a href="${at(paths.renewCodes)}">${texts.renew}</a></p>
<h2>${texts.turnOff}</h2>
<p><a class="button danger" href="${at(paths.turnOff)}">${texts.turnOff}</a></p>`
}

const item = ({ words, at }: Visit, { id, name, createdAt }: Authenticator): Html => {
  const { added, changeApp, change } = words.settings.twoFactor
  return html`<li class="row"><div><p><b>${name}</b></p>
<p class="soft">${added} ${timeTag(words, createdAt)}</p></div><a class="button plain small" href="${at(paths.app, { id })}" aria-label="${changeApp(name)}">${change}</a></li>`
}

/** Whoever proves the factor has not lost it. */
const stopRemoval = ({ words, at }: Visit, removesAt: Date): Html => {
  const { removal, stopRemoval: stop } = words.settings.twoFactor
  const way = at(paths.confirmIdentity, { next: paths.twoFactor })
  return html`<p class="note bad">${removal(minuteOf(removesAt, words.language))} <a href="${way}">${stop}</a></p>`
}
