import type { Enrolment } from '../../../contract/wire.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { findEpoch } from '../../accounts/users/queries.ts'
import { activeMethods } from '../../credentials/queries.ts'
import { enrol, firstAuthenticatorName } from '../../credentials/totp/enrol.ts'
import type { Client, Deps } from '../../deps.ts'
import { alreadyConfigured, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentFirstFactor } from '../../sessions/proof/fresh-proof.ts'

/**
 * Starts to set up the first authenticator app.
 * @throws 400 `already_configured`, 403 `reauthentication_required`, 401 for a wrong password, 429
 */
export const beginEnrolment = async (
  deps: Deps,
  bearer: Bearer,
  { password }: { password?: string | undefined },
  client: Client,
): Promise<Enrolment> => {
  const { userId } = bearer
  const epoch = await findEpoch(deps.db, userId)
  if (epoch === undefined) throw unauthorized()
  if ((await activeMethods(deps.db, userId)).length > 0) throw alreadyConfigured()
  await requireRecentFirstFactor(deps, bearer, password, client)
  await takeAttempts(deps, [changesOf(userId, 'two-factor')])
  return enrol(deps, { of: bearer, epoch, name: firstAuthenticatorName })
}
