import { linkGoodUntil } from '../../accounts/links/good-until.ts'
import { findReset, newPasswordBody, resetPassword } from '../../flows/password/reset.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import { newPasswordFields } from './fields.ts'
import type { LinkPage } from './link-page.ts'

export const resetPasswordPage: LinkPage = {
  path: linkPaths['reset-password'],
  summary: 'The page that sets a new password.',
  ask: {
    title: 'Set a new password',
    lead: ['Setting a new password signs you out on all devices.'],
    button: 'Set my password',
  },
  form: {
    fields: newPasswordFields,
    body: newPasswordBody,
    beside: findReset,
  },
  done: { title: 'Your new password is set', lead: ['You can now sign in with your new password.'] },
  goodUntil: (deps, token) => linkGoodUntil(deps, 'reset', token),
  act: (deps, token, client, { password = '' }) => resetPassword(deps, token, password, client),
}
