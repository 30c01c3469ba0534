import { recordEvent } from '../../accounts/events/record.ts'
import type { Client, Deps } from '../../deps.ts'
import type { StoredPassword } from '../../platform/crypto/password.ts'
import { type PasswordAccount, replaceHash } from './queries.ts'

type Given = { account: PasswordAccount | undefined; canonical: string; password: string }

/**
 * Does the same work for an unknown or disabled account and one without a password, so that the duration reveals
 * nothing.
 * @param given `canonical`: the address, whether there is such an account or not
 * @param admit called before the password is checked; throws to refuse
 */
export const verifyCredentials = async (
  deps: Deps,
  { account, canonical, password }: Given,
  client: Client,
  admit: () => Promise<unknown>,
): Promise<boolean> => {
  const stored = account && storedPassword(account)
  const { bucket, hasGone } = client
  const isRight = await deps.passwords.verify(password, stored, admit, { bucket, hasGone, about: canonical })
  if (isRight === undefined && stored) deps.later(() => tellUnreadable(deps, stored))
  if (isRight && stored && deps.passwords.isOutdated(stored)) {
    deps.later(async () => {
      await client.answered?.()
      const fresh = await deps.passwords.hash(password, account.userId, { bucket })
      await replaceHash(deps.db, account.userId, stored.phc, fresh)
    })
  }
  return isRight === true
}

const storedPassword = ({
  userId,
  isDisabled,
  phc,
  pepperId,
}: PasswordAccount): StoredPassword | undefined =>
  isDisabled || phc === null || pepperId === null ? undefined : { userId, phc, pepperId }

// after the answer, so that the duration reveals nothing
const tellUnreadable = async ({ db, log, passwords }: Deps, stored: StoredPassword) => {
  const { userId } = stored
  const missing = await passwords.missing(stored)
  if (missing)
    return log.error({ userId, package: missing }, 'a password needs a package that is not installed')
  log.error({ userId }, 'a stored password cannot be read: its row was changed')
  await recordEvent(db, {
    type: 'secret.unreadable',
    outcome: 'refused',
    userId,
    detail: { what: 'password', why: 'changed' },
    actor: { kind: 'system' },
  })
}
