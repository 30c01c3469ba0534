import { findUndo, undoBody, undoEmailChange, undoGoodUntil } from '#flows/email/undo-change.ts'
import { linkPaths } from '#messages/mail/link.ts'
import { newPasswordFields } from '../new-password.ts'
import type { LinkPage } from './link-page.ts'

export const undoEmailChangePage: LinkPage = {
  name: 'email-changed',
  path: linkPaths['email-changed'],
  summary: 'The page that undoes a change of email address.',
  form: {
    fields: (words, { config }) => newPasswordFields(words, config, { isOptional: true }),
    body: undoBody,
    beside: findUndo,
  },
  leavesThings: true,
  goodUntil: undoGoodUntil,
  act: (deps, token, client, { password }) => undoEmailChange(deps, token, password, client),
}
