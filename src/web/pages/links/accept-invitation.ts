import { linkGoodUntil } from '#accounts/links/good-until.ts'
import { newPasswordBody } from '#flows/password/reset.ts'
import { acceptInvitation, findInvitation } from '#flows/registration/accept-invitation.ts'
import { linkPaths } from '#messages/mail/link.ts'
import { newPasswordFields } from '../new-password.ts'
import type { LinkPage } from './link-page.ts'

export const acceptInvitationPage: LinkPage = {
  name: 'invitation',
  path: linkPaths.invitation,
  summary: 'The page that accepts an invitation.',
  form: {
    fields: (words, { config }) => newPasswordFields(words, config),
    body: newPasswordBody,
    beside: findInvitation,
  },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'invite', token),
  act: (deps, token, client, { password = '' }) => acceptInvitation(deps, token, password, client),
}
