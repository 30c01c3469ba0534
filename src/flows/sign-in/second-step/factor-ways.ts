import type { FactorMethod, Known, PasskeyRequest } from '#contract/wire.ts'
import { passkeyRequest } from '#credentials/passkeys/options.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { secondStepMethods } from '#credentials/second-step-methods.ts'
import type { Deps } from '#deps.ts'
import { findChallenge } from '#sessions/queries/challenges.ts'
import { challenges } from './challenge.ts'

/** How a sign-in that waits for its second factor can continue. */
export type FactorWays = {
  /** Whether its challenge can still be answered. */
  isOpen: boolean
  methods: Known<FactorMethod>[]
  /** What to ask a browser for, if a passkey is one of them. */
  passkey: PasskeyRequest | undefined
}

/** One round trip. @returns undefined for a challenge that never existed, or expired long ago */
export const findFactorWays = async (deps: Deps, challenge: string): Promise<FactorWays | undefined> => {
  const key = challenges.read(challenge)
  if (!key) return
  const { userId, sessionId } = key
  const [found, methods, passkeys] = await deps.db.transaction((runner) =>
    Promise.all([
      findChallenge(runner, key),
      secondStepMethods(deps, runner, userId),
      listPasskeys(runner, userId),
    ]),
  )
  if (!found) return
  const guards = passkeys.filter((row) => row.secondFactorSince !== null)
  const allowed =
    guards.length > 0 || !methods.includes('passkey') ? guards : passkeys.filter((row) => row.signsIn)
  const canAsk = allowed.length > 0 && relyingPartyOf(deps.config) !== undefined
  const of = { userId, sessionId }
  const passkey = canAsk ? passkeyRequest(deps, { purpose: 'second-step', of }, { allowed }) : undefined
  return { ...found, methods, passkey }
}
