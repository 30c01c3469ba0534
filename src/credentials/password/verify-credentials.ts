import { recordEvent } from '../../accounts/events/record.ts'
import type { Client, Deps } from '../../deps.ts'
import type { StoredPassword } from '../../platform/crypto/password.ts'
import { type PasswordAccount, replaceHash } from './queries.ts'

/**
 * Does the same work for an unknown or disabled account and one without a password, so that the duration reveals
 * nothing.
 * @param admit called before the password is checked; throws to refuse
 */
export const verifyCredentials = async (
  deps: Deps,
  account: PasswordAccount | undefined,
  password: string,
  client: Client,
  admit: () => Promise<unknown>,
): Promise<boolean> => {
  const stored = account && storedPassword(account)
  const isRight = await deps.passwords.verify(password, stored, admit, client)
  if (isRight === undefined && stored) deps.later(() => tellUnreadable(deps, stored))
  if (isRight && stored && deps.passwords.isOutdated(stored)) {
    deps.later(async () => {
      const { bucket } = client
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
const tellUnreadable = async ({ db, log }: Deps, { userId }: StoredPassword) => {
  log.error({ userId }, 'a stored password cannot be read: its row was changed')
  await recordEvent(db, {
    type: 'secret.unreadable',
    outcome: 'refused',
    userId,
    detail: { what: 'password', why: 'changed' },
    actor: { kind: 'system' },
  })
}
