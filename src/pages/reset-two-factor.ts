import { isLinkGood } from '../links/is-good.ts'
import { linkPaths } from '../mail/link.ts'
import { beginReset } from '../two-factor/reset/begin.ts'
import type { LinkPage } from './link-page.ts'

export const resetTwoFactorPage: LinkPage = {
  path: linkPaths['reset-two-factor'],
  summary: 'The page on which the removal of a lost second factor begins.',
  ask: {
    title: 'Remove two-factor',
    lead: [
      'Have you lost your authenticator app and your backup codes? Then two-factor can be removed from your account: not at once, but after the time that the mail says, in which we tell you of it each day.',
      'If you did not ask for it, close this page and change your password: somebody has found it out.',
    ],
    button: 'Remove two-factor',
  },
  done: {
    title: 'Two-factor will be removed',
    lead: [
      'We have sent you a mail that says when. Until then, signing in with a code stops it, and so does the link in that mail.',
    ],
  },
  isGood: (deps, token) => isLinkGood(deps, 'two-factor-reset', token),
  act: beginReset,
}
