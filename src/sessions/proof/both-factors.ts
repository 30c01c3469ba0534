import type { Client, Deps } from '../../deps.ts'
import type { Bearer } from '../authenticate.ts'
import { checkCode } from './check-code.ts'
import { requireRecentFirstFactor } from './fresh-proof.ts'
import { provePasskey } from './prove-passkey.ts'
import type { FactorAnswer } from './renew.ts'

/** A second factor that is proven now, and a password that may renew the first. */
export type BothFactors = FactorAnswer & { password?: string | undefined }

/**
 * Has somebody prove both factors: a code now and the first one lately, or a passkey that verifies its owner.
 * @param methods that prove the second factor, for the refusal
 * @throws 403 `reauthentication_required`, 401 `wrong_code`, `invalid_credentials` or `unauthorized`, 429
 */
export const proveBothFactors = async (
  deps: Deps,
  bearer: Bearer,
  { password, ...answer }: BothFactors,
  methods: readonly string[],
  client: Client,
): Promise<void> => {
  const proveFirst = () => requireRecentFirstFactor(deps, bearer, password, client, methods)
  if (answer.method !== 'passkey') {
    await proveFirst()
    return checkCode(deps, bearer.userId, answer, { client, session: bearer })
  }
  const ceremony = { purpose: 'proof', of: bearer } as const
  const { provesBoth } = await provePasskey(deps, answer.credential, ceremony, client)
  if (!provesBoth) await proveFirst()
}
