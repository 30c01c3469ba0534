import { changesOf } from '#accounts/limits/rules.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import { findAccount, findEpoch } from '#accounts/users/queries/users.ts'
import type { PasskeyCreation } from '#contract/wire.ts'
import { passkeyCreation } from '#credentials/passkeys/options.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { activeMethods } from '#credentials/queries.ts'
import type { Client, Deps } from '#deps.ts'
import { tooManyPasskeys, unauthorized } from '#platform/errors.ts'
import { minute } from '#platform/seconds.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { type Along, factorsOf, proveAlong, useInSession } from '#sessions/proof/along.ts'
import type { UseFactor } from '#sessions/proof/use-factor.ts'

export const maxPasskeys = 20

/**
 * Starts to add a passkey. Nothing is stored: without a confirmation within five minutes, nothing happens.
 * @throws 403 `factor_required` or `reauthentication_required`, 401 `wrong_code` or `invalid_credentials`, 409
 * `too_many_passkeys`, 429
 */
export const beginPasskey = async (
  deps: Deps,
  bearer: Bearer,
  wanted: WantedPasskey,
  client: Client,
): Promise<PasskeyCreation> => {
  const { creation, use } = await ready(deps, bearer, wanted, client)
  await countPasskeyChange(deps, bearer)
  await useInSession(deps, bearer, use, async () => {})
  return passkeyCreation(deps, creation)
}

/** The proofs that adding a passkey accepts: none while two-factor is off, and stays so. */
export const factorsToAdd = async (
  deps: Deps,
  userId: string,
  { asSecondFactor }: { asSecondFactor: boolean },
): Promise<string[]> => {
  const isOn = (await activeMethods(deps.db, userId)).length > 0
  return isOn || asSecondFactor ? factorsOf(deps, userId) : []
}

/** @throws 429 after too many in an hour */
export const countPasskeyChange = async (deps: Deps, { userId }: Bearer): Promise<void> => {
  await takeAttempts(deps, [changesOf(userId, 'passkey')])
}

type WantedPasskey = { asSecondFactor: boolean; along: Along }

/** `byItself`: for a browser that may make one without asking. */
type PasskeyOffer = { asked: PasskeyCreation; byItself?: PasskeyCreation }

/**
 * The same without counting, for a page that other sites can open, where two-factor is off. Right after their password,
 * nobody has to be asked (WebAuthn level 3, §5.1.3, conditional mediation).
 * @throws the same, but 429
 */
export const offerPasskey = async (deps: Deps, bearer: Bearer, client: Client): Promise<PasskeyOffer> => {
  const { creation } = await ready(deps, bearer, { asSecondFactor: false, along: {} }, client)
  const isAfterPassword =
    bearer.methods.includes('password') && bearer.provenSecondsAgo < afterPasswordSeconds
  return {
    asked: passkeyCreation(deps, creation),
    ...(isAfterPassword && { byItself: passkeyCreation(deps, { ...creation, isConditional: true }) }),
  }
}

const afterPasswordSeconds = 5 * minute

type Creation = Parameters<typeof passkeyCreation>[1]

const ready = async (
  deps: Deps,
  bearer: Bearer,
  { asSecondFactor, along }: WantedPasskey,
  client: Client,
): Promise<{ creation: Creation; use: UseFactor }> => {
  const { userId } = bearer
  // first: ending all sessions from now on also ends this enrolment
  const epoch = await findEpoch(deps.db, userId)
  const account = await findAccount(deps.db, userId)
  if (epoch === undefined || !account) throw unauthorized()
  const present = await listPasskeys(deps.db, userId)
  if (present.length >= maxPasskeys) throw tooManyPasskeys()
  const factors = await factorsToAdd(deps, userId, { asSecondFactor })
  const use = await proveAlong(deps, bearer, along, { factors }, client)
  return { creation: { of: bearer, epoch, email: account.email, asSecondFactor, present }, use }
}
