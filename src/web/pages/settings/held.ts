import { findMailbox } from '#accounts/users/queries/emails.ts'
import { countBackupCodes } from '#credentials/backup-codes/queries.ts'
import { listIdentities } from '#credentials/identities/queries/identities.ts'
import { isWayIn, listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { findPasswordAccount } from '#credentials/password/queries.ts'
import { activeMethods } from '#credentials/queries.ts'
import { listAuthenticators } from '#credentials/totp/queries/authenticators.ts'
import type { Held } from '#flows/account/means.ts'
import type { Runner } from '#platform/db/db.ts'
import type { Visit } from '../hosted-page.ts'

/** What somebody could lose, with the names that they know it by. */
export const readHeld = async (runner: Runner, owner: { userId: string }, visit: Visit): Promise<Held> => {
  const { userId } = owner
  const [account, passkeys, identities, apps, codesLeft, mailbox, methods] = await Promise.all([
    findPasswordAccount(runner, { userId }, visit.client.bucket),
    listPasskeys(runner, userId),
    listIdentities(runner, userId),
    listAuthenticators(runner, userId),
    countBackupCodes(runner, userId),
    findMailbox(runner, userId),
    activeMethods(runner, userId),
  ])
  return {
    hasPassword: typeof account?.phc === 'string',
    passkeys: passkeys.map((passkey) => ({
      name: passkey.name,
      isWayIn: isWayIn(passkey),
      signsIn: passkey.signsIn,
      isSecondFactor: passkey.secondFactorSince !== null,
    })),
    providers: identities.map(({ provider }) => provider),
    apps: apps.map(({ name }) => name),
    hasBackupCodes: codesLeft > 0,
    mailbox: mailbox && { typed: mailbox.typed, isProven: mailbox.verifiedAt !== null },
    isGuarded: methods.length > 0,
  }
}
