import type { Ceremony } from '../../credentials/passkeys/challenge.ts'
import type { Client, Deps } from '../../deps.ts'
import { type CodeAnswer, checkCode } from './check-code.ts'
import { type PasskeyAnswer, provePasskey } from './prove-passkey.ts'
import type { UseFactor } from './use-factor.ts'

/** A proof of the second factor: a code of any kind, or a signature. */
export type FactorAnswer = CodeAnswer | PasskeyAnswer

/** Its purpose. */
type Proving = {
  /** Its owner, and what a signature has to be made for. */
  ceremony: Exclude<Ceremony, { purpose: 'sign-in' }>
  /** How many tries are left for a code. */
  maxLeft?: number | undefined
  /** The id of the only passkey to accept. */
  only?: string | undefined
}

/** A correct one, not yet spent. */
type ProvenFactor = {
  /** Whether it stands for the first factor, too. */
  provesBoth: boolean
  use: UseFactor
}

/** Whether wrong ones make the account wait. A signature cannot be guessed, and others must not block the owner. */
export const isGuessable = (answer: FactorAnswer): answer is CodeAnswer => 'code' in answer

/** Checks a second factor, and spends nothing yet. @throws 401 `wrong_code` or `invalid_credentials`, 429 */
export const proveFactor = async (
  deps: Deps,
  answer: FactorAnswer,
  { ceremony, maxLeft, only }: Proving,
  client: Client,
): Promise<ProvenFactor> =>
  isGuessable(answer)
    ? { provesBoth: false, use: await checkCode(deps, ceremony.of.userId, answer, { client, maxLeft }) }
    : provePasskey(deps, answer.credential, ceremony, client, only)
