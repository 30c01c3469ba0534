import assert from 'node:assert/strict'
import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import { type Invitation, invite } from '../../src/flows/registration/invite.ts'
import type { Answer } from './http.ts'
import { linkIn, type Mailing, nextMail } from './mailing.ts'
import { pressButton } from './pages.ts'
import type { TestService } from './service.ts'

/** Invites an address, as an operator does. */
export const tryToInvite = ({ deps }: Pick<TestService, 'deps'>, email: string) => {
  const address = canonicalEmail(email)
  assert.ok(address, email)
  return invite(deps, address, { kind: 'operator' })
}

/** Invites an address and takes the email out of its mailbox. @throws if it has an account */
export const inviteTo = async (service: Mailing, email: string): Promise<Invitation & { link: URL }> => {
  const invitation = await tryToInvite(service, email)
  assert.ok(invitation, email)
  return { ...invitation, link: linkIn(await nextMail(service, email, 'invitation')) }
}

export const accept = (service: { address: string }, link: URL, password: string): Promise<Answer> =>
  pressButton(service, link, { password, passwordConfirmation: password })
