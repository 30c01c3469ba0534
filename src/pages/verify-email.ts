import { verifyEmailAddress } from '../account/email/verify.ts'
import { isLinkGood } from '../links/is-good.ts'
import { linkPaths } from '../mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const verifyEmailPage: LinkPage = {
  path: linkPaths['verify-email'],
  summary: 'The page on which an e-mail address is confirmed.',
  ask: {
    title: 'Confirm your e-mail address',
    lead: [
      'Did you create the account, and is the address that this link came to yours? Then please confirm it.',
      'If somebody else created it, close this page: an account that you confirm keeps the password that they chose.',
    ],
    button: 'Confirm my address',
  },
  done: { title: 'Your address is confirmed', lead: ['You can close this page now.'] },
  isGood: (deps, token) => isLinkGood(deps, 'verification', token),
  act: (deps, token, client) => verifyEmailAddress(deps, { token }, client),
}
