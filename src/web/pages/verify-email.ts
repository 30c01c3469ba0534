import { linkGoodUntil } from '../../accounts/links/good-until.ts'
import { verifyEmailAddress } from '../../flows/email/verify.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const verifyEmailPage: LinkPage = {
  path: linkPaths['verify-email'],
  summary: 'The page on which an email address is confirmed.',
  ask: {
    title: 'Confirm your email address',
    lead: [
      'Did you sign up with this email address? Confirm it to finish setting up your account.',
      "Didn't sign up? Close this page. To take over an account that someone else made with your address, set your own password instead of confirming.",
    ],
    button: 'Confirm my address',
  },
  done: { title: 'Your address is confirmed', lead: ['Your account is ready.'] },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'verification', token),
  act: (deps, token, client) => verifyEmailAddress(deps, { token }, client),
}
