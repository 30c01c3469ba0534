import { insertEmail } from '#accounts/users/queries/emails.ts'
import { takeExternalId } from '#accounts/users/queries/external-ids.ts'
import { insertMovedUser } from '#accounts/users/queries/moved-users.ts'
import { insertBackupCodes } from '#credentials/backup-codes/queries.ts'
import { insertIdentity } from '#credentials/identities/queries/identities.ts'
import { setPassword } from '#credentials/password/queries.ts'
import { firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import { insertAuthenticator } from '#credentials/totp/queries/authenticators.ts'
import type { Deps } from '#deps.ts'
import { backupCodeDigest } from '#platform/crypto/backup-code.ts'
import { newId } from '#platform/crypto/id.ts'
import type { Keys } from '#platform/crypto/keys.ts'
import { seal } from '#platform/crypto/seal.ts'
import { normalTypedCode } from '#platform/crypto/typed-code.ts'
import type { Runner } from '#platform/db/db.ts'
import type { MovedApp } from '../rows/read-totp.ts'
import type { HashedPerson } from './adopt-passwords.ts'

type Given = Pick<Deps, 'keys' | 'now'>

/** Gives somebody an account. @throws `UniqueViolation` if anything of theirs is another's */
export const createPerson = async (
  deps: Given,
  runner: Runner,
  { person, userId, password }: HashedPerson,
): Promise<void> => {
  const { email, emailVerified, externalId, identities, apps } = person
  await Promise.all([
    insertMovedUser(runner, { userId, ...person }),
    insertEmail(runner, userId, email, emailVerified),
    externalId !== undefined && takeExternalId(runner, userId, externalId),
    password && setPassword(runner, userId, password),
    apps.length > 0 && addMovedApps(deps, runner, userId, apps),
    ...identities.map((identity) => insertIdentity(runner, userId, identity)),
  ])
}

/** Authenticator apps, and the backup codes that came with them. */
export const addMovedApps = (
  deps: Given,
  runner: Runner,
  userId: string,
  apps: readonly MovedApp[],
): Promise<unknown> => {
  const codes = apps.flatMap(({ backupCodes }) => backupCodes)
  return Promise.all([
    ...apps.map((app) => addMovedApp(deps, runner, userId, app)),
    codes.length > 0 && insertBackupCodes(runner, userId, digestsOf(deps.keys[0], userId, codes)),
  ])
}

/** Two apps may have one code. */
const digestsOf = (keys: Keys, userId: string, codes: readonly string[]): Buffer[] =>
  [...new Set(codes.map(normalTypedCode))].map((code) => backupCodeDigest(keys, userId, code))

/** The code that an app shows at that moment still works, once. */
const addMovedApp = (
  { keys, now }: Given,
  runner: Runner,
  userId: string,
  { secret, name }: MovedApp,
): Promise<unknown> =>
  insertAuthenticator(runner, userId, {
    id: newId(now()),
    name: name ?? firstAuthenticatorName,
    sealedSecret: seal(keys, secret, userId),
    step: 0,
  })
