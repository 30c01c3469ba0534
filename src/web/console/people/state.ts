import type { AdminUser } from '#contract/admin.ts'
import { minuteOf } from '#messages/mail/minute.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'

/** Whether an account can be used, and if not, until when. */
export const stateOf = ({ words }: Visit, user: AdminUser): Html => {
  const { states, unconfirmed } = words.console.person
  const until = (at: string | null) =>
    at === null ? '' : ` ${words.console.until(minuteOf(new Date(at), words.language))}`
  if (user.invitedUntil !== null) return html`${states.invited}${until(user.invitedUntil)}`
  if (user.deletesAt !== null) return html`${states.closing}${until(user.deletesAt)}`
  if (user.disabledAt !== null) return html`${states.blocked}${until(user.disabledUntil)}`
  return user.emailVerified ? html`${states.open}` : html`${states.open}, ${unconfirmed}`
}
