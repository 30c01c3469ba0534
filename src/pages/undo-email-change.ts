import { canUndoChange, undoEmailChange } from '../account/email/undo-change.ts'
import { linkPaths } from '../mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const undoEmailChangePage: LinkPage = {
  path: linkPaths['email-changed'],
  summary: 'The page on which a change of address is undone.',
  ask: {
    title: 'Undo the change of your address',
    lead: [
      'Your account gets back the address that this link came to. Whoever signed in since the change is signed out.',
      'What was set since then is taken away: a password, a second factor, ways in through other providers.',
    ],
    button: 'Undo the change',
  },
  done: {
    title: 'Your address is back',
    lead: [
      'We have sent you a mail to set a new password. Please do so now: whoever changed the address may know the present one.',
    ],
  },
  isGood: canUndoChange,
  act: undoEmailChange,
}
