import { linkGoodUntil } from '#accounts/links/good-until.ts'
import { verifyEmailAddress } from '#flows/email/verify.ts'
import { linkPaths } from '#messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const confirmNewEmailPage: LinkPage = {
  name: 'confirm-new-email',
  path: linkPaths['confirm-new-email'],
  summary: 'The page that confirms a new email address.',
  goodUntil: (deps, token) => linkGoodUntil(deps, 'email-change', token),
  act: async (deps, token, client, _filled, visitor) =>
    verifyEmailAddress(deps, { token }, client, await visitor()),
}
