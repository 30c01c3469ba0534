import { secondFactorFailures } from '../../accounts/limits/guesses.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { isKnownAddress } from '../../accounts/users/known-addresses/queries.ts'
import type { Client, Deps } from '../../deps.ts'

/** The limits that wrong codes from a client count against. */
export const failuresOf = async (deps: Deps, userId: string, client: Client): Promise<Limit[]> =>
  secondFactorFailures(
    userId,
    (await isKnownAddress(deps.db, userId, client.bucket)) ? client.bucket : undefined,
  )
