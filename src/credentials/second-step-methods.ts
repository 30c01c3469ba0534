import type { FactorMethod, Known } from '../../contract/wire.ts'
import { isTwoFactorRequired } from '../config/two-factor-policy.ts'
import type { Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import { hasSigner } from './passkeys/queries/passkeys.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { activeMethods } from './queries.ts'

type Policy = Pick<Deps, 'config' | 'now'>

/** Whether a passkey that signs in by itself is a second factor here, without having been made one. */
export const asksForSigners = (deps: Policy): boolean =>
  isTwoFactorRequired(deps) && relyingPartyOf(deps.config) !== undefined

/**
 * What may follow a first factor; empty if nothing must. Where everybody needs a second factor, this includes a
 * passkey that signs in by itself: a password alone must not bypass it by setting up another one.
 */
export const secondStepMethods = async (
  deps: Policy,
  runner: Runner,
  userId: string,
): Promise<Known<FactorMethod>[]> => {
  const methods = await activeMethods(runner, userId)
  if (methods.length > 0 || !asksForSigners(deps)) return methods
  return (await hasSigner(runner, userId)) ? ['passkey'] : []
}
