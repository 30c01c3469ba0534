import { linkGoodUntil } from '../../accounts/links/good-until.ts'
import { verifyEmailAddress } from '../../flows/email/verify.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const confirmNewEmailPage: LinkPage = {
  path: linkPaths['confirm-new-email'],
  summary: 'The page that confirms a new email address.',
  ask: {
    title: 'Use this email address',
    lead: [
      'Confirm that you want to sign in with the address this link was sent to.',
      "Didn't ask for this? Close this page, and nothing will change.",
    ],
    button: 'Use this address',
  },
  done: {
    title: 'Your address has been changed',
    lead: ['From now on, sign in with your new address.'],
  },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'email-change', token),
  act: (deps, token, client) => verifyEmailAddress(deps, { token }, client),
}
