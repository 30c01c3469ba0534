import { linkGoodUntil } from '../../accounts/links/good-until.ts'
import { verifyEmailAddress } from '../../flows/email/verify.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const verifyEmailPage: LinkPage = {
  path: linkPaths['verify-email'],
  summary: 'The page that confirms an email address.',
  ask: {
    title: 'Confirm your email address',
    lead: [
      'Did you sign up with this email address? Confirm it to finish setting up your account.',
      "Didn't sign up? Close this page. Someone else signed up with your address and you want the account? Don't confirm: set your own password first.",
    ],
    button: 'Confirm my address',
  },
  done: { title: 'Your email address is confirmed', lead: ['Your account is ready.'] },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'verification', token),
  act: (deps, token, client) => verifyEmailAddress(deps, { token }, client),
}
