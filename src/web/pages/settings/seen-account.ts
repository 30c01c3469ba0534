import { findAccount } from '#accounts/users/queries/users.ts'
import { countBackupCodes } from '#credentials/backup-codes/queries.ts'
import { listIdentities } from '#credentials/identities/queries/identities.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { signalsOf } from '#credentials/passkeys/signals.ts'
import type { Runner } from '#platform/db/db.ts'
import { unauthorized } from '#platform/errors.ts'
import { listLive } from '#sessions/queries/sessions.ts'
import type { Visit } from '../hosted-page.ts'
import { providerName } from './means.ts'
import { readWays } from './ways.ts'

/** The account's facts on the overview. */
export type SeenAccount = Awaited<ReturnType<typeof readSeenAccount>>

export const readSeenAccount = async (runner: Runner, owner: { userId: string }, visit: Visit) => {
  const { userId } = owner
  const [account, { methods, hasPassword, passkeys }, codesLeft, sessions, identities] = await Promise.all([
    findAccount(runner, userId),
    readWays(runner, owner, visit),
    countBackupCodes(runner, userId),
    listLive(runner, userId),
    listIdentities(runner, userId),
  ])
  if (!account) throw unauthorized()
  return {
    account,
    hasPassword,
    isGuarded: methods.length > 0,
    codesLeft,
    passkeyCount: passkeys.length,
    signals:
      relyingPartyOf(visit.deps.config) && signalsOf(visit.deps, { userId, email: account.email, passkeys }),
    sessionCount: sessions.length,
    providers: identities.map(({ provider }) => providerName(visit, provider)).join(', '),
  }
}
