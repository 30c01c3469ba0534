import { linkGoodUntil } from '../../accounts/links/good-until.ts'
import { beginReset } from '../../flows/recovery/begin.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const resetTwoFactorPage: LinkPage = {
  path: linkPaths['reset-two-factor'],
  summary: 'The page on which the removal of a lost second factor begins.',
  ask: {
    title: 'Remove two-factor authentication',
    lead: [
      'Have you lost your authenticator app and your backup codes? Two-factor authentication can be removed after the waiting period named in our email. We remind you every day until then.',
      "Didn't ask for this? Close this page and change your password, here and at any provider you linked.",
    ],
    button: 'Remove two-factor authentication',
  },
  done: {
    title: 'Two-factor will be removed',
    lead: [
      'We have emailed you the date. Until then, signing in with a code stops the removal, and so does the link in that email.',
    ],
  },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'two-factor-reset', token),
  act: beginReset,
}
