import { findUndo, undoBody, undoEmailChange, undoGoodUntil } from '../../flows/email/undo-change.ts'
import { linkPaths } from '../../messages/mail/link.ts'
import { newPasswordFields } from './fields.ts'
import type { LinkPage } from './link-page.ts'

export const undoEmailChangePage: LinkPage = {
  path: linkPaths['email-changed'],
  summary: 'The page that undoes a change of email address.',
  ask: {
    title: 'Undo the change of your email address',
    lead: [
      'This restores the address the link was sent to. It ends every session opened since the change, and removes anything added since: a password, two-factor authentication, linked providers.',
      'The person who changed your address may know your password, so please set a new one here too.',
    ],
    button: 'Undo the change',
  },
  form: {
    fields: newPasswordFields.map((field) => ({ ...field, isOptional: true })),
    body: undoBody,
    beside: findUndo,
  },
  done: {
    title: 'Your email address has been restored',
    lead: ['If you left the password fields empty, a link to set a new password is on its way to you.'],
  },
  goodUntil: undoGoodUntil,
  act: (deps, token, client, { password }) => undoEmailChange(deps, token, password, client),
}
