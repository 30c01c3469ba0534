import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { findEpoch } from '#accounts/users/queries/users.ts'
import type { Enrolment } from '#contract/wire.ts'
import { activeMethods } from '#credentials/queries.ts'
import { enrol } from '#credentials/totp/enrol.ts'
import { listAuthenticators } from '#credentials/totp/queries/authenticators.ts'
import type { Client, Deps } from '#deps.ts'
import { notConfigured, notFound, tooManyAuthenticators, unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { type Along, factorsOf, proveAlong, useInSession } from '#sessions/proof/along.ts'

export const maxAuthenticators = 5

/** `replaces`: the id of the one to replace. */
type AskedAuthenticator = { name: string; replaces?: string | undefined; along: Along }

/**
 * Starts to set up another authenticator app. The present ones keep working.
 * @throws 400 `not_configured` without two-factor, 403 `factor_required` or `reauthentication_required`, 401 `wrong_code` or
 *   `invalid_credentials`, 404 for an unknown `replaces`, 409 `too_many_authenticators`, 429
 */
export const beginAuthenticator = async (
  deps: Deps,
  bearer: Bearer,
  { name, replaces, along }: AskedAuthenticator,
  client: Client,
): Promise<Enrolment> => {
  const { userId } = bearer
  const epoch = await findEpoch(deps.db, userId)
  if (epoch === undefined) throw unauthorized()
  const present = await listAuthenticators(deps.db, userId)
  if (present.length === 0 && (await activeMethods(deps.db, userId)).length === 0) throw notConfigured()
  if (replaces === undefined && present.length >= maxAuthenticators) throw tooManyAuthenticators()
  if (replaces !== undefined && !present.some(({ id }) => id === replaces)) throw notFound()
  const use = await proveAlong(deps, bearer, along, { factors: await factorsOf(deps, userId) }, client)
  await takeAttempts(deps, [changesOf(userId, 'two-factor')])
  const wanted = { of: bearer, epoch, name, replaces }
  return enrol(deps, wanted, (write) => useInSession(deps, bearer, use, write))
}
