import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { countBackupCodes } from '#credentials/backup-codes/queries.ts'
import type { PasskeyRow } from '#credentials/passkeys/queries/passkeys.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { activeMethods } from '#credentials/queries.ts'
import { findResetOf } from '#credentials/resets/queries.ts'
import { type Authenticator, listAuthenticators } from '#credentials/totp/queries/authenticators.ts'
import { maxAuthenticators } from '#flows/second-factor/apps/begin.ts'
import { minuteOf } from '#messages/mail/minute.ts'
import { fewCodes } from '#messages/mail/notices.ts'
import { secondFactorNeeded } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { buttonForm } from '../forms.ts'
import type { Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { appName } from './app-name.ts'
import { readCodes } from './codes-cookie.ts'
import { settingsView } from './frame.ts'
import { icons } from './icons.ts'
import { timeTag } from './moment.ts'
import { ownPage } from './own-page.ts'
import { passkeyItem } from './passkeys.ts'
import { readPasskeys } from './ways.ts'

export const twoFactorPage = ownPage({
  path: paths.twoFactor,
  summary: 'The two-factor settings.',
  query: { news: 'What was done.' },
  reads: async (runner, claimed, visit) => {
    const { userId } = claimed
    const [methods, apps, passkeys, codesLeft, reset, codes] = await Promise.all([
      activeMethods(runner, userId),
      listAuthenticators(runner, userId),
      readPasskeys(runner, claimed, visit),
      countBackupCodes(runner, userId),
      findResetOf(runner, userId),
      readCodes(visit, claimed, runner),
    ])
    const keys = passkeys.filter(({ secondFactorSince }) => secondFactorSince)
    return { areCodesWaiting: codes !== undefined, isOn: methods.length > 0, apps, keys, codesLeft, reset }
  },

  view: (visit, again, state) =>
    settingsView(visit, again, {
      title: visit.words.settings.sections.twoFactor,
      section: 'twoFactor',
      content: state.isOn ? whenOn(visit, state) : whenOff(visit),
    }),
})

type State = {
  areCodesWaiting: boolean
  apps: readonly Authenticator[]
  keys: readonly PasskeyRow[]
  codesLeft: number
  reset: { removesAt: Date } | undefined
}

const whenOff = (visit: Visit): Html => {
  const { words, at } = visit
  const texts = words.settings.twoFactor
  return html`<p>${texts.lead}</p>
<p class="soft">${texts.off}</p>
${buttonForm(visit, texts.setUp, { act: 'begin', to: at(paths.setUp) })}
${keysPart(visit, [])}`
}

const whenOn = (visit: Visit, { areCodesWaiting, apps, keys, codesLeft, reset }: State): Html => {
  const { words, at } = visit
  const texts = words.settings.twoFactor
  return html`<p class="soft">${texts.on}</p>
${reset && stopRemoval(visit, reset.removesAt)}
<h2>${texts.apps}</h2>
${apps.length > 0 ? html`<ul class="list">${apps.map((app) => item(visit, app))}</ul>` : html`<p>${texts.noApps}</p>`}
${apps.length < maxAuthenticators ? html`<p><a href="${at(paths.addApp)}">${apps.length > 0 ? texts.addApp : words.settings.addApp.title}</a></p>` : undefined}
${keysPart(visit, keys)}
<h2>${texts.codes}</h2>
${areCodesWaiting ? html`<p class="note good">${texts.codesWaiting} <a href="${at(paths.codes)}">${texts.showCodes}</a></p>` : undefined}
<p>${texts.codesLeft(codesLeft)}${codesLeft <= fewCodes ? ` ${texts.fewCodes}` : undefined}</p>
<p><a href="${at(paths.renewCodes)}">${texts.renew}</a></p>
<h2>${texts.turnOff}</h2>
${turningOff(visit)}`
}

const turningOff = ({ words, at, deps }: Visit): Html =>
  isTwoFactorRequired(deps)
    ? html`<p>${words.refused(secondFactorNeeded())}</p>`
    : html`<p><a class="button danger" href="${at(paths.turnOff)}">${words.settings.twoFactor.turnOff}</a></p>`

/** The other way, where there are passkeys. */
const keysPart = (visit: Visit, keys: readonly PasskeyRow[]): Html | undefined => {
  const { words, at, deps } = visit
  if (!relyingPartyOf(deps.config)) return
  const { twoFactor: texts, passkeys } = words.settings
  return html`<h2>${texts.passkeys}</h2>
${keys.length > 0 ? html`<ul class="list">${keys.map((key) => passkeyItem(visit, key))}</ul>` : html`<p>${texts.byPasskey}</p>`}
<p><a href="${at(paths.addPasskey)}">${passkeys.add}</a></p>`
}

const item = (visit: Visit, { id, name: own, createdAt }: Authenticator): Html => {
  const { words, at } = visit
  const { added, changeApp, change } = words.settings.twoFactor
  const name = appName(words, own)
  return html`<li class="row">${icons.authenticator}<div><p><b>${name}</b></p>
<p class="soft">${added} ${timeTag(visit, createdAt)}</p></div><a class="button plain small" href="${at(paths.app, { id })}" aria-label="${changeApp(name)}">${change}</a></li>`
}

/** A proven factor is not lost. */
const stopRemoval = ({ words, at }: Visit, removesAt: Date): Html => {
  const { removal, stopRemoval: stop } = words.settings.twoFactor
  const way = at(paths.confirmIdentity, { next: paths.twoFactor })
  return html`<p class="note bad">${removal(minuteOf(removesAt, words.language))} <a href="${way}">${stop}</a></p>`
}
