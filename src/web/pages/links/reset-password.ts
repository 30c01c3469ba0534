import { linkGoodUntil } from '#accounts/links/good-until.ts'
import { findReset, newPasswordBody, resetPassword } from '#flows/password/reset.ts'
import { linkPaths } from '#messages/mail/link.ts'
import { newPasswordFields } from '../new-password.ts'
import type { LinkPage } from './link-page.ts'

export const resetPasswordPage: LinkPage = {
  name: 'reset-password',
  path: linkPaths['reset-password'],
  summary: 'The page that sets a new password.',
  form: {
    fields: (words, { config }) => newPasswordFields(words, config),
    body: newPasswordBody,
    beside: findReset,
  },
  leavesThings: true,
  goodUntil: (deps, token) => linkGoodUntil(deps, 'reset', token),
  act: (deps, token, client, { password = '' }) => resetPassword(deps, token, password, client),
}
