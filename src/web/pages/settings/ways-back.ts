import { meansAmong, rulesFor } from '#flows/account/means.ts'
import { type Means, type Way, waysWithout } from '#flows/account/ways-back.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { appName } from './app-name.ts'
import { settingsView } from './frame.ts'
import { readHeld } from './held.ts'
import { providerName } from './means.ts'
import { ownPage } from './own-page.ts'

export const waysBackPage = ownPage({
  path: paths.waysBack,
  summary: 'What somebody can do who loses one of the things that they sign in with.',
  reads: readHeld,

  view: (visit, again, held) => {
    const { words, deps } = visit
    const means = meansAmong(deps, held)
    const rules = rulesFor(deps, held)
    return settingsView(visit, again, {
      title: words.settings.sections.waysBack,
      section: 'waysBack',
      content: html`<p>${words.settings.waysBack.lead}</p>${adviceOn(visit, means)}
${means.map((lost) => lossOf(visit, lost, waysWithout(lost, means, rules)))}`,
    })
  },
})

const adviceOn = ({ words, at }: Visit, all: readonly Means[]): Html | undefined => {
  const mailbox = all.find((means) => means.kind === 'mailbox')
  if (!mailbox || mailbox.isProven) return
  const { unconfirmed, confirm } = words.settings.waysBack
  return html`
<p>${unconfirmed(mailbox.name)} <a href="${at(paths.settings)}">${confirm}</a></p>`
}

const lossOf = (visit: Visit, lost: Means, ways: readonly Way[]): Html => {
  const { words, deps } = visit
  const texts = words.settings.waysBack
  const oneOf = new Intl.ListFormat(words.language, { type: 'disjunction' })
  const wayOf = ({ by, names, next }: Way) => {
    const first = by === 'provider' ? oneOf.format(names.map((id) => providerName(visit, id))) : texts.by[by]
    const seconds = next.map((second) =>
      second === 'wait' ? texts.wait(deps.config.twoFactorResetHours) : texts.next[second],
    )
    return html`<li>${seconds.length > 0 ? texts.both(first, oneOf.format(seconds)) : first}</li>`
  }
  return html`<h2>${texts.lost[lost.kind](nameOf(visit, lost))}</h2>
${ways.length > 0 ? html`<ul>${ways.map(wayOf)}</ul>` : html`<p>${texts.none}</p>`}`
}

const nameOf = (visit: Visit, means: Means): string => {
  if (means.kind === 'provider') return providerName(visit, means.name)
  if (means.kind === 'totp') return appName(visit.words, means.name)
  return 'name' in means ? means.name : ''
}
