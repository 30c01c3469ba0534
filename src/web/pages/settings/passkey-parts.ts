import type { Mailbox } from '#accounts/users/queries/emails.ts'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { isWayIn, type PasskeyRow } from '#credentials/passkeys/queries/passkeys.ts'
import { isLastFactor } from '#flows/second-factor/passkeys/guard.ts'
import { lastWayIn, secondFactorNeeded } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { buttonForm } from '../forms.ts'
import type { Visit } from '../hosted-page.ts'
import type { Ways } from './ways.ts'

/** Makes a passkey a second factor, or ends that. */
export const factorPart = (visit: Visit, passkey: PasskeyRow, ways: Ways): Html =>
  html`<h2>${visit.words.settings.passkeys.secondFactor}</h2>
${passkey.secondFactorSince ? resigning(visit, passkey, ways) : guarding(visit, ways)}`

const guarding = (visit: Visit, { methods }: Ways): Html => {
  const { guardLead, turnsOn, guard } = visit.words.settings.passkey
  return html`<p>${guardLead}${methods.length === 0 ? ` ${turnsOn}` : undefined}</p>
${buttonForm(visit, guard, { act: 'guard', look: 'plain' })}`
}

const resigning = (visit: Visit, passkey: PasskeyRow, ways: Ways): Html => {
  const { words } = visit
  const { guards, turnsOff, resign, onlyFactor } = words.settings.passkey
  if (!passkey.signsIn) return html`<p>${guards} ${onlyFactor}</p>`
  if (mustStay(visit, passkey, ways)) return html`<p>${guards} ${words.refused(secondFactorNeeded())}</p>`
  return html`<p>${guards}${isLastFactor(passkey.id, ways) ? ` ${turnsOff}` : undefined}</p>
${buttonForm(visit, resign, { act: 'resign', look: 'plain' })}`
}

type AllWays = Ways & { identities: readonly unknown[]; mailbox: Mailbox | undefined }

/** Removes a passkey, unless it is the last way in. */
export const removalPart = (visit: Visit, passkey: PasskeyRow, ways: AllWays): Html =>
  html`<h2>${visit.words.settings.app.remove}</h2>
${isLastWayIn(visit, passkey, ways) ? html`<p>${visit.words.refused(lastWayIn())}</p>` : removing(visit, passkey, ways)}`

const removing = (visit: Visit, passkey: PasskeyRow, ways: Ways): Html => {
  const { words } = visit
  if (mustStay(visit, passkey, ways)) return html`<p>${words.refused(secondFactorNeeded())}</p>`
  const { removeLead, turnsOff, removeButton } = words.settings.passkey
  return html`<p>${removeLead}${isLastFactor(passkey.id, ways) ? ` ${turnsOff}` : undefined}</p>
${buttonForm(visit, removeButton, { act: 'remove', look: 'danger' })}`
}

const isLastWayIn = (
  { deps }: Visit,
  { id }: PasskeyRow,
  { hasPassword, passkeys, identities, mailbox }: AllWays,
): boolean =>
  !(deps.config.emailSignIn && mailbox?.verifiedAt) &&
  !hasPassword &&
  identities.length === 0 &&
  !passkeys.some((other) => other.id !== id && isWayIn(other))

const mustStay = ({ deps }: Visit, passkey: PasskeyRow, ways: Ways): boolean =>
  isTwoFactorRequired(deps) && isLastFactor(passkey.id, ways)
