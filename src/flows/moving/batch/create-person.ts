import { insertEmail } from '#accounts/users/queries/emails.ts'
import { takeExternalId } from '#accounts/users/queries/external-ids.ts'
import { insertMovedUser } from '#accounts/users/queries/moved-users.ts'
import { insertIdentity } from '#credentials/identities/queries/identities.ts'
import { setPassword } from '#credentials/password/queries.ts'
import { firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import { insertAuthenticator } from '#credentials/totp/queries/authenticators.ts'
import type { Deps } from '#deps.ts'
import { newId } from '#platform/crypto/id.ts'
import { seal } from '#platform/crypto/seal.ts'
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
    ...apps.map((app) => addMovedApp(deps, runner, userId, app)),
    ...identities.map((identity) => insertIdentity(runner, userId, identity)),
  ])
}

/** The code that an app shows at that moment still works, once. */
export const addMovedApp = (
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
