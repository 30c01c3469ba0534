import { type Call, path } from '../call.ts'
import type { Authenticator, Enrolment } from '../wire.ts'
import type { PasskeyProof } from './passkeys.ts'
import type { FactorCode } from './two-factor.ts'

/** The authenticator apps of the account, five at most. */
export const authenticatorsArea = (call: Call) => ({
  list: () => call<Authenticator[]>('GET', '/users/me/authenticators'),
  /**
   * Starts the setup of another one, or of one that replaces `replaces` once confirmed. Requires a second factor: `{
   * name, ...proof }`, where `proof` is a code with its method, or a passkey's.
   *
   * @throws {Refused} `factor_required` without one
   */
  begin: (wish: { name?: string; replaces?: string } & Partial<FactorCode | PasskeyProof> = {}) =>
    call<Enrolment>('POST', '/users/me/authenticators', wish),
  /** Ends the setup with the new app's first code. */
  confirm: (code: string) => call<Authenticator>('PATCH', '/users/me/authenticators', { code }),
  rename: (authenticatorId: string, name: string) =>
    call<Authenticator>('PATCH', path`/users/me/authenticators/${authenticatorId}`, { name }),
  /** The last one cannot be removed: turn two-factor off instead. */
  remove: (authenticatorId: string) => call('DELETE', path`/users/me/authenticators/${authenticatorId}`),
})
