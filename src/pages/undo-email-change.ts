import { canUndoChange, findUndo, undoBody, undoEmailChange } from '../account/email/undo-change.ts'
import { linkPaths } from '../mail/link.ts'
import type { LinkPage } from './link-page.ts'
import { newPasswordFields } from './new-password-fields.ts'

export const undoEmailChangePage: LinkPage = {
  path: linkPaths['email-changed'],
  summary: 'The page on which a change of address is undone.',
  ask: {
    title: 'Undo the change of your address',
    lead: [
      'Your account gets back the address that this link came to. Whoever signed in since the change is signed out, and what was set since is taken away: a password, a second factor, ways in through other providers.',
      'Somebody who changed your address may know your password. Set a new one here, unless you are sure that nobody does.',
    ],
    button: 'Undo the change',
  },
  form: {
    fields: newPasswordFields.map((field) => ({ ...field, isOptional: true })),
    body: undoBody,
    beside: findUndo,
  },
  done: {
    title: 'Your address is back',
    lead: ['If you have not set a new password, a mail to do so is on its way to you.'],
  },
  isGood: canUndoChange,
  act: (deps, token, client, { password }) => undoEmailChange(deps, token, password, client),
}
