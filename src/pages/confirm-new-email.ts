import { verifyEmailAddress } from '../account/email/verify.ts'
import { isLinkGood } from '../links/is-good.ts'
import { linkPaths } from '../mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const confirmNewEmailPage: LinkPage = {
  path: linkPaths['confirm-new-email'],
  summary: 'The page on which a new e-mail address is confirmed.',
  ask: {
    title: 'Use this e-mail address',
    lead: [
      'Did you ask for the address that this link came to? Then please confirm it: from now on you sign in with it.',
      'If you did not, close this page: the account is somebody else’s.',
    ],
    button: 'Use this address',
  },
  done: {
    title: 'Your address is changed',
    lead: ['From now on you sign in with it. You can close this page.'],
  },
  isGood: (deps, token) => isLinkGood(deps, 'email-change', token),
  act: (deps, token, client) => verifyEmailAddress(deps, { token }, client),
}
