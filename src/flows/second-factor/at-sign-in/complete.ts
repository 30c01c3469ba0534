import { clearPasswordFailures } from '#accounts/limits/clear-password-failures.ts'
import { givenBackIfUndone } from '#accounts/limits/refunded-if-undone.ts'
import type { Maker } from '#accounts/users/queries/suspects.ts'
import type { FreshCodes } from '#credentials/backup-codes/fresh.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { invalidChallenge, isRefusedAs } from '#platform/errors.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { provenHere } from '#sessions/challenges/proven-here.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { openSession } from '#sessions/open.ts'
import { returnTry, spendChallenge } from '#sessions/queries/challenges.ts'
import { holdSession, type TokenRow } from '#sessions/queries/sessions.ts'
import { switchOn } from '../switch-on.ts'
import type { Enrolling } from './enrolling.ts'

/** The session of somebody who has just set up a second factor, and the backup codes, which are shown once. */
export type Enrolled = { row: TokenRow; backup: string[] }

type SetUp = {
  method: 'totp' | 'passkey'
  codes: FreshCodes
  kind: SessionKind
  /** Writes the second factor, in the transaction that opens the session. */
  store: (runner: Runner, maker: Maker) => Promise<unknown>
}

/**
 * Spends the challenge, turns two-factor authentication on and opens the session, all or nothing. An outage costs no
 * try.
 * @throws 401 `invalid_challenge`
 */
export const completeEnrolment = (
  deps: Deps,
  enrolling: Enrolling,
  setUp: SetUp,
  client: Client,
): Promise<Enrolled> => {
  const giveBackTry = () => returnTry(deps.db, enrolling.key)
  return givenBackIfUndone(deps, [giveBackTry], () => complete(deps, enrolling, setUp, client))
}

const complete = async (
  deps: Deps,
  { key, epoch, methods, bucket }: Enrolling,
  { method, codes, kind, store }: SetUp,
  client: Client,
): Promise<Enrolled> => {
  const { userId, sessionId } = key
  const account = await provenHere(deps, { userId, methods, bucket }, client)
  const signedIn = { userId, sessionId, epoch, methods: [...methods, method], kind }
  // under the lock of the user at that epoch, which every setup of a second factor raises: one succeeds
  const opening = openSession(deps, signedIn, client, async (runner) => {
    if (!(await spendChallenge(runner, key))) throw invalidChallenge()
    const maker = await holdSession(runner, key)
    if (!maker) throw invalidChallenge()
    // first: it spends its own setup, which would be cancelled
    await store(runner, maker)
    await cancelPending(runner, userId)
    await switchOn(runner, { userId, ...maker }, { method, codes }, client)
    if (account) await clearPasswordFailures(runner, account, client)
  })
  return { row: await opening.catch(refuseEnded), backup: codes.backup }
}

const refuseEnded = (error: unknown): never => {
  throw isRefusedAs(error, 'invalid_credentials') ? invalidChallenge('challenge.overtaken') : error
}
