import type { Client, Deps } from '../../deps.ts'
import type { Bearer } from '../authenticate.ts'
import { type FactorAnswer, isGuessable, proveFactor } from './factors.ts'
import { requireRecentFirstFactor } from './fresh-proof.ts'
import type { UseFactor } from './use-factor.ts'

/** A second factor that is proven now, and a password that may renew the first. */
export type BothFactors = FactorAnswer & { password?: string | undefined }

/**
 * Requires both factors: a code now and the first one lately, or a passkey that verifies its owner. The second one is
 * spent when it is used.
 * @param methods that prove the second factor, for the refusal
 * @param only the id of the one passkey that will do
 * @throws 403 `reauthentication_required`, 401 `wrong_code` or `invalid_credentials`, 429
 */
export const proveBothFactors = async (
  deps: Deps,
  bearer: Bearer,
  { password, ...answer }: BothFactors,
  methods: readonly string[],
  client: Client,
  only?: string,
): Promise<UseFactor> => {
  const proveFirst = () => requireRecentFirstFactor(deps, bearer, password, client, methods)
  // a password that is sent is always checked; and nobody guesses a code before the first factor
  const isFirst = password !== undefined || isGuessable(answer)
  if (isFirst) await proveFirst()
  const ceremony = { purpose: 'proof', of: bearer } as const
  const { provesBoth, use } = await proveFactor(deps, answer, { ceremony, only }, client)
  return (work) =>
    use(async (spend) => {
      if (!isFirst && !provesBoth) await proveFirst()
      return work(spend)
    })
}
