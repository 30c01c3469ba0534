import { stopGoodUntil, stopReset } from '../../flows/recovery/stop.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const keepTwoFactorPage: LinkPage = {
  path: linkPaths['two-factor-removal'],
  summary: 'The page on which the removal of a second factor is stopped.',
  ask: {
    title: 'Keep two-factor authentication',
    lead: [
      "Two-factor authentication will be removed from your account on request. Wasn't you? Stop it here.",
    ],
    button: 'Keep two-factor authentication',
  },
  done: {
    title: 'Two-factor stays on',
    lead: [
      "Didn't ask for the removal? Then someone else knows your password and can read your email. Change your passwords: for this account, your mailbox, and any provider you linked.",
    ],
  },
  goodUntil: stopGoodUntil,
  act: stopReset,
}
