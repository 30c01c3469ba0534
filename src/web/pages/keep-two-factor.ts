import { stopGoodUntil, stopReset } from '../../flows/recovery/stop.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const keepTwoFactorPage: LinkPage = {
  path: linkPaths['two-factor-removal'],
  summary: 'The page that stops the removal of two-factor authentication.',
  ask: {
    title: 'Keep two-factor authentication',
    lead: [
      "Someone asked to remove two-factor authentication from your account. If it wasn't you, or if you've changed your mind, stop the removal here.",
    ],
    button: 'Keep two-factor authentication',
  },
  done: {
    title: 'Two-factor authentication stays on',
    lead: [
      "Didn't ask for the removal? Then someone else knows your password and can read your email. Change your passwords: for this account, your mailbox, and any provider you linked.",
    ],
  },
  goodUntil: stopGoodUntil,
  act: stopReset,
}
