import { linkPaths } from '../mail/link.ts'
import { canStopReset, stopReset } from '../two-factor/reset/stop.ts'
import type { LinkPage } from './link-page.ts'

export const keepTwoFactorPage: LinkPage = {
  path: linkPaths['two-factor-removal'],
  summary: 'The page on which the removal of a second factor is stopped.',
  ask: {
    title: 'Keep two-factor',
    lead: ['Somebody asked to have two-factor removed from your account. If that was not you, stop it here.'],
    button: 'Keep two-factor',
  },
  done: {
    title: 'Two-factor stays on',
    lead: [
      'If somebody else asked for it, they know your password and read your mail: please change both passwords, that of the account and that of your mailbox.',
    ],
  },
  isGood: canStopReset,
  act: stopReset,
}
