import { linkGoodUntil } from '../../accounts/links/good-until.ts'
import { beginReset } from '../../flows/recovery/begin.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const resetTwoFactorPage: LinkPage = {
  path: linkPaths['reset-two-factor'],
  summary: 'The page that starts the removal of a lost second factor.',
  ask: {
    title: 'Remove two-factor authentication',
    lead: [
      "Lost your authenticator app and your backup codes? We can remove two-factor authentication after the waiting period given in our email. Until then, we'll remind you every day.",
      "Didn't ask for this? Don't press the button. Change your password, here and at any provider you linked.",
    ],
    button: 'Remove two-factor authentication',
  },
  done: {
    title: 'Two-factor authentication will be removed',
    lead: [
      "We've emailed you the date. Changed your mind? Until then, you can stop the removal by signing in with a code or by using the link in that email.",
    ],
  },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'two-factor-reset', token),
  act: beginReset,
}
