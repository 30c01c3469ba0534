import { findReset, newPasswordBody, resetPassword } from '../account/password/reset.ts'
import { isLinkGood } from '../links/is-good.ts'
import { linkPaths } from '../mail/link.ts'
import type { LinkPage } from './link-page.ts'
import { newPasswordFields } from './new-password-fields.ts'

export const resetPasswordPage: LinkPage = {
  path: linkPaths['reset-password'],
  summary: 'The page on which a forgotten password is replaced.',
  ask: {
    title: 'Set a new password',
    lead: ['All places where you are signed in will be signed out.'],
    button: 'Set my password',
  },
  form: {
    fields: newPasswordFields,
    body: newPasswordBody,
    beside: findReset,
  },
  done: { title: 'Your password is set', lead: ['You can sign in with it now, and close this page.'] },
  isGood: (deps, token) => isLinkGood(deps, 'reset', token),
  act: (deps, token, client, { password = '' }) => resetPassword(deps, token, password, client),
}
