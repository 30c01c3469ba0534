import { forgotPasswordPath } from '../../messages/mail/link.ts'

/** Where the hosted pages are. */
export const paths = {
  settings: '/account',
  signIn: '/account/sign-in',
  register: '/account/register',
  secondStep: '/account/second-step',
  lostFactor: '/account/lost-second-factor',
  provider: '/account/provider',
  signedIn: '/account/signed-in',
  signOut: '/account/sign-out',
  confirmIdentity: '/account/confirm-it-is-you',
  forgot: forgotPasswordPath,
} as const
