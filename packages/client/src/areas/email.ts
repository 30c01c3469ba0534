import type { Call } from '../call.ts'
import { confirmed } from './password.ts'

/** The address of the account. */
export const emailArea = (call: Call, callAsNobody: Call) => ({
  /** Requests a change: the new address gets an email with a link. */
  change: (email: string) => call('POST', '/users/me/email', { email }),
  /** Sends the email to confirm the address again. */
  resend: () => call('POST', '/users/me/email/verification'),
  /** Confirms an address, with the token of an email, or the address and the code of one. */
  verify: (proof: { token: string } | { email: string; code: string }) =>
    callAsNobody('POST', '/auth/email/verify', proof),
  /** The same for a signed-in person, who is then known to have registered. */
  verifyOwn: (proof: { token: string }) => call('POST', '/auth/email/verify', proof),
  /** For people who didn't register: removes what was set up before, and sets a password of theirs. */
  takeOver: (takeOver: { token: string; password: string; passwordConfirmation?: string }) =>
    callAsNobody('POST', '/auth/email/verify', confirmed(takeOver)),
  /** With the token of an email to the former address: undoes a change. May set a new password, too. */
  undo: (undo: { token: string; password?: string; passwordConfirmation?: string }) =>
    callAsNobody(
      'POST',
      '/auth/email/undo',
      undo.password === undefined ? undo : { passwordConfirmation: undo.password, ...undo },
    ),
})
