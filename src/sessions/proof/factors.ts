import type { Ceremony } from '../../credentials/passkeys/challenge.ts'
import type { Client, Deps } from '../../deps.ts'
import { type CodeAnswer, checkCode } from './check-code.ts'
import { type PasskeyAnswer, provePasskey } from './prove-passkey.ts'
import type { UseFactor } from './use-factor.ts'

/** What somebody sends of each second factor. */
type Answers = {
  totp: CodeAnswer<'totp'>
  backup_code: CodeAnswer<'backup_code'>
  passkey: PasskeyAnswer
}

type FactorName = keyof Answers

/** A proof of the second factor. */
export type FactorAnswer = Answers[FactorName]

/** What it is for. */
export type Proving = {
  /** Whose it is, and what a signature has to be made for. */
  ceremony: Exclude<Ceremony, { purpose: 'sign-in' }>
  /** The tries of a code that are still allowed. */
  maxLeft?: number | undefined
  /** The id of the one passkey that will do. */
  only?: string | undefined
}

/** One that is right, and not spent yet. */
export type ProvenFactor = {
  /** Whether it stands for the first factor, too. */
  provesBoth: boolean
  use: UseFactor
}

type Factor<Answer> = {
  /** Whether wrong ones make the account wait. A signature cannot be guessed, so those of others keep no owner from giving one. */
  isGuessable: boolean
  /** @throws 401 `wrong_code` or `invalid_credentials`, 429 */
  prove(deps: Deps, answer: Answer, proving: Proving, client: Client): Promise<ProvenFactor>
}

const byCode: Factor<CodeAnswer> = {
  isGuessable: true,
  prove: async (deps, answer, { ceremony: { of }, maxLeft }, client) => ({
    provesBoth: false,
    use: await checkCode(deps, of.userId, answer, { client, maxLeft }),
  }),
}

/** How each second factor is proven, by its name in requests. */
export const factors: { readonly [Name in FactorName]: Factor<Answers[Name]> } = {
  totp: byCode,
  backup_code: byCode,
  passkey: {
    isGuessable: false,
    prove: (deps, { credential }, { ceremony, only }, client) =>
      provePasskey(deps, credential, ceremony, client, only),
  },
}

/** Checks a second factor, and spends nothing yet. @throws 401 `wrong_code` or `invalid_credentials`, 429 */
export const proveFactor = <Name extends FactorName>(
  deps: Deps,
  answer: Answers[Name] & { method: Name },
  proving: Proving,
  client: Client,
): Promise<ProvenFactor> => factors[answer.method].prove(deps, answer, proving, client)
