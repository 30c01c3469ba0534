import { findAccount } from '../../../accounts/users/queries.ts'
import { countBackupCodes } from '../../../credentials/backup-codes/queries.ts'
import { listIdentities } from '../../../credentials/identities/queries.ts'
import { findPasswordAccount } from '../../../credentials/password/queries.ts'
import { activeMethods } from '../../../credentials/queries.ts'
import type { Runner } from '../../../platform/db/db.ts'
import { unauthorized } from '../../../platform/errors.ts'
import { listLive } from '../../../sessions/queries.ts'
import type { Visit } from '../hosted-page.ts'
import { providerName } from './means.ts'

/** What the overview says of an account. */
export type SeenAccount = Awaited<ReturnType<typeof readSeenAccount>>

export const readSeenAccount = async (runner: Runner, { userId }: { userId: string }, visit: Visit) => {
  const [account, ofPassword, methods, codesLeft, sessions, identities] = await Promise.all([
    findAccount(runner, userId),
    findPasswordAccount(runner, { userId }, visit.client.bucket),
    activeMethods(runner, userId),
    countBackupCodes(runner, userId),
    listLive(runner, userId),
    listIdentities(runner, userId),
  ])
  if (!account) throw unauthorized()
  return {
    account,
    hasPassword: typeof ofPassword?.phc === 'string',
    isGuarded: methods.length > 0,
    codesLeft,
    sessionCount: sessions.length,
    providers: identities.map(({ provider }) => providerName(visit, provider)).join(', '),
  }
}
