import type { StoredPassword } from '../crypto/password.ts'
import type { Client, Deps } from '../deps.ts'
import { type Credentials, findCredentials, replaceHash } from './queries.ts'

/** Who has this address and whether the password is theirs. Both may be absent, and it takes as long. */
export type Verdict = { account: Credentials | undefined; isRight: boolean }

/**
 * Compares a password with the one that an address has. For an unknown address, a disabled account and one without a
 * password the same work is done.
 *
 * @param admit called once the account is known and before the password is looked at; throws to refuse
 */
export const verifyCredentials = async (
  deps: Deps,
  { canonical, password, client }: { canonical: string; password: string; client: Client },
  admit: (account: Credentials | undefined) => Promise<void>,
): Promise<Verdict> => {
  const account = await findCredentials(deps.db, canonical, client.bucket)
  const stored = account && storedPassword(account)
  const isRight = await deps.passwords.verify(password, stored, () => admit(account))
  if (isRight && stored && account && deps.passwords.isOutdated(stored)) {
    deps.later(async () =>
      replaceHash(deps.db, account.userId, stored.phc, await deps.passwords.hash(password)),
    )
  }
  return { account, isRight }
}

const storedPassword = ({ isDisabled, phc, pepperId }: Credentials): StoredPassword | undefined =>
  isDisabled || phc === null || pepperId === null ? undefined : { phc, pepperId }
