import { isExternalId } from '#accounts/users/external-id.ts'
import { findByExternalId } from '#accounts/users/queries/external-ids.ts'
import type { AdminUser, AdminUserPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { findUsers } from './find.ts'
import { showUser } from './show.ts'

const leastCharacters = 3

/** What comes along when an address is pasted. */
const unseen = /\p{C}/gu

type LookUp = { text: string; status?: string | undefined; cursor?: string | undefined; limit?: string }

/** What one field finds: an account by its id or external id, and those whose addresses begin so; without a text, those of a status, or all. @throws as the list does */
export const lookUpUsers = async (
  deps: Pick<Deps, 'db'>,
  { text, status, cursor, limit = '20' }: LookUp,
): Promise<AdminUserPage> => {
  if (text === '') return findUsers(deps, { status, cursor, limit })
  const named = cursor === undefined ? await knownBy(deps, text) : []
  // a short one may still be an external id
  if (named.length > 0 && [...text].length < leastCharacters) return { users: named, next: null }
  if (isId(text)) return { users: named, next: null }
  const { users, next } = await findUsers(deps, { email: text.replace(unseen, ''), cursor, limit })
  const others = users.filter(({ id }) => !named.some((user) => user.id === id))
  return { users: [...named, ...others], next }
}

const knownBy = async (deps: Pick<Deps, 'db'>, text: string): Promise<AdminUser[]> => {
  const owner = isExternalId(text) ? await findByExternalId(deps.db, text) : undefined
  const ids = new Set([...(isId(text) ? [text] : []), ...(owner ? [owner.userId] : [])])
  const users = await Promise.all([...ids].map((id) => showUser(deps, id)))
  return users.filter((user) => user !== undefined)
}
