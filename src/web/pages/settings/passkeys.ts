import type { PasskeyRow } from '#credentials/passkeys/queries/passkeys.ts'
import { needRelyingParty } from '#credentials/passkeys/relying-party.ts'
import { maxPasskeys } from '#flows/second-factor/passkeys/begin.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { readOwnSignals, tellBrowser } from '../passkey-signals.ts'
import { paths } from '../paths.ts'
import { settingsView } from './frame.ts'
import { icons } from './icons.ts'
import { timeTag } from './moment.ts'
import { ownPage } from './own-page.ts'
import { readPasskeys } from './ways.ts'

export const passkeysPage = ownPage({
  path: paths.passkeys,
  summary: 'The passkeys and security keys.',
  query: { news: 'What was done.' },
  needs: needRelyingParty,
  reads: (...asked) => Promise.all([readPasskeys(...asked), readOwnSignals(...asked)]),

  view: (visit, again, [passkeys, signals]) => {
    const { words, at } = visit
    const texts = words.settings.passkeys
    return settingsView(visit, again, {
      title: words.settings.sections.passkeys,
      section: 'passkeys',
      hasScript: signals !== undefined,
      content: html`${tellBrowser(signals)}<p>${texts.lead}</p>
${passkeys.length > 0 ? html`<ul class="list">${passkeys.map((passkey) => passkeyItem(visit, passkey))}</ul>` : html`<p class="soft">${texts.none}</p>`}
${passkeys.length < maxPasskeys ? html`<p><a class="button" href="${at(paths.addPasskey)}">${texts.add}</a></p>` : undefined}`,
    })
  },
})

export const passkeyItem = (visit: Visit, passkey: PasskeyRow): Html => {
  const { words, at } = visit
  const { passkeys: texts, twoFactor } = words.settings
  const { id, name, createdAt, lastUsedAt, isBackedUp, secondFactorSince } = passkey
  const used = lastUsedAt ? html`${texts.lastUsed} ${timeTag(visit, lastUsedAt)}` : html`${texts.neverUsed}`
  return html`<li class="row">${icons.passkey}<div><p><b>${name}</b>${secondFactorSince ? ` · ${texts.secondFactor}` : undefined}</p>
<p class="soft">${isBackedUp ? texts.synced : texts.oneDevice}<br>${texts.added} ${timeTag(visit, createdAt)}, ${used}</p></div><a class="button plain small" href="${at(paths.passkey, { id })}" aria-label="${twoFactor.changeApp(name)}">${twoFactor.change}</a></li>`
}
