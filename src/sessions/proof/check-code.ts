import { recordLock } from '../../accounts/events/lock.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { secondFactorFailures } from '../../accounts/limits/guesses.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { isKnownAddress } from '../../accounts/users/queries/known-addresses.ts'
import type { CodeFault } from '../../credentials/credential.ts'
import { type CodeMethod, codeFactors, codeMethods } from '../../credentials/index.ts'
import type { Client, Deps } from '../../deps.ts'
import { type Refused, wrongCode } from '../../platform/errors.ts'
import { clearFactorFailures } from './clear-factor-failures.ts'
import type { SpendFactor, UseFactor } from './use-factor.ts'

export type CodeAnswer = { method: CodeMethod; code: string }

/** The input decides which kind of code it is, whichever was asked for. */
export const asTyped = (code: string, asked: CodeMethod = 'totp'): CodeAnswer => ({
  method: codeMethods.find((method) => codeFactors[method].looksLike(code)) ?? asked,
  code,
})

/**
 * The only place that checks a code. Spends nothing yet. Attempts count per account, whatever the method, before the
 * check, and outside of any transaction that a refusal would roll back.
 * @param maxLeft the tries that the caller still allows
 * @throws 429 while the account has to wait, even for the right code; 401 `wrong_code`
 */
export const checkCode = async (
  deps: Deps,
  userId: string,
  answer: CodeAnswer,
  { client, maxLeft = Number.POSITIVE_INFINITY }: { client: Client; maxLeft?: number | undefined },
): Promise<UseFactor> => {
  const { method, code } = asTyped(answer.code, answer.method)
  const limits = await failuresOf(deps, userId, client)
  const { left, isLast } = await takeAttempts(deps, limits)
  const { address } = client
  const refusalOf = async (fault: CodeFault): Promise<Refused> => {
    const refusal = { type: 'two_factor.refused', outcome: 'refused', userId, address } as const
    await recordEvent(deps.db, { ...refusal, detail: { method } })
    // a known place has a limit of its own as well
    const shut = limits.length > 1 ? 'known_place' : 'unknown_places'
    const lock = { type: 'two_factor.locked', userId, shut: isLast ? shut : undefined } as const
    if (left === 0) await recordLock(deps.db, lock, client)
    return wrongCode(Math.min(left, maxLeft), fault === 'spent')
  }
  const checked = await codeFactors[method].check(deps, userId, code)
  if (typeof checked === 'string') throw await refusalOf(checked)
  const spend: SpendFactor = async (runner) => {
    const fault = await checked.spend(runner, client)
    if (fault) throw new SpentMeanwhile(fault)
    await clearFactorFailures(runner, userId, client)
  }
  return async (work) => {
    try {
      const result = await refundedIfUndone(deps, limits, () => work(spend))
      checked.noteSpent?.()
      return result
    } catch (error) {
      throw error instanceof SpentMeanwhile ? await refusalOf(error.fault) : error
    }
  }
}

/** For all but one of simultaneous requests with a code. Rolls them back; the refusal is recorded afterwards. */
class SpentMeanwhile extends Error {
  readonly fault: CodeFault

  constructor(fault: CodeFault) {
    super('the code was spent meanwhile')
    this.fault = fault
  }
}

/** The limits that wrong codes from a client count against. */
export const failuresOf = async (deps: Deps, userId: string, client: Client): Promise<Limit[]> =>
  secondFactorFailures(
    userId,
    (await isKnownAddress(deps.db, userId, client.bucket)) ? client.bucket : undefined,
  )
