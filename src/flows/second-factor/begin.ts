import type { Enrolment } from '#contract/wire.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { findEpoch } from '../../accounts/users/queries/users.ts'
import { activeMethods } from '../../credentials/queries.ts'
import { enrol, firstAuthenticatorName } from '../../credentials/totp/enrol.ts'
import type { Client, Deps } from '../../deps.ts'
import { alreadyConfigured, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { type Along, factorsOf, proveAlong, useInSession } from '../../sessions/proof/along.ts'

/**
 * Starts to set up the first authenticator app. A passkey that signs in is asked for as the second factor that it is.
 * @throws 400 `already_configured`, 403 `factor_required` or `reauthentication_required`, 401 for a wrong password or
 * passkey, 429
 */
export const beginEnrolment = async (
  deps: Deps,
  bearer: Bearer,
  along: Along,
  client: Client,
): Promise<Enrolment> => {
  const { userId } = bearer
  const epoch = await findEpoch(deps.db, userId)
  if (epoch === undefined) throw unauthorized()
  if ((await activeMethods(deps.db, userId)).length > 0) throw alreadyConfigured()
  const use = await proveAlong(deps, bearer, along, { factors: await factorsOf(deps, userId) }, client)
  await takeAttempts(deps, [changesOf(userId, 'two-factor')])
  const wanted = { of: bearer, epoch, name: firstAuthenticatorName }
  return enrol(deps, wanted, (write) => useInSession(deps, bearer, use, write))
}
