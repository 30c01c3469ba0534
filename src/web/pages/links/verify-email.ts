import { linkGoodUntil } from '../../../accounts/links/good-until.ts'
import { verifyEmailAddress } from '../../../flows/email/verify.ts'
import { linkPaths } from '../../../messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const verifyEmailPage: LinkPage = {
  name: 'verify-email',
  path: linkPaths['verify-email'],
  summary: 'The page that confirms an email address.',
  goodUntil: (deps, token) => linkGoodUntil(deps, 'verification', token),
  act: (deps, token, client) => verifyEmailAddress(deps, { token }, client),
}
