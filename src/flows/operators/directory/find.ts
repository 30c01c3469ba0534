import { canonicalEmail, canonicalPrefix } from '#accounts/users/canonical-email.ts'
import { isExternalId } from '#accounts/users/external-id.ts'
import { findByExternalId } from '#accounts/users/queries/external-ids.ts'
import type { AdminUserPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { badRequest, invalidFields } from '#platform/errors.ts'
import { type PageAsked, readLimit } from '../../account/page.ts'
import { findAdminRow, listAdminRows } from './queries.ts'
import { type SearchAsked, searchUsers } from './search.ts'
import { shownUser } from './shown.ts'

const leastCharacters = 3

type Named = { email?: unknown; externalId?: unknown }

/**
 * Accounts in the order of their addresses: the one with that address, those whose addresses begin with it, the one that an
 * application knows by an id, or all. Those of a status, or of a time of registration, come newest first.
 * @throws 422 for less than three characters, 400 for an invalid cursor, limit, external id, status or time
 */
export const findUsers = async (
  { db }: Pick<Deps, 'db'>,
  asked: PageAsked & Named & SearchAsked,
): Promise<AdminUserPage> => {
  const { email, externalId, cursor } = asked
  if ((asked.status ?? asked.registeredAfter ?? asked.registeredBefore) !== undefined) {
    if ((email ?? externalId) !== undefined)
      throw badRequest('Look for email, for externalId, or for a status and a time of registration.')
    return searchUsers({ db }, asked)
  }
  if (externalId !== undefined) return findKnownBy(db, externalId, email)
  const limit = readLimit(asked.limit)
  const rows = await listAdminRows(db, { ...readEmail(email), after: readCursor(cursor), limit: limit + 1 })
  const users = rows.slice(0, limit)
  const last = rows.length > limit ? users.at(-1) : undefined
  return { users: users.map(shownUser), next: last ? cursorOf(last.canonical) : null }
}

const findKnownBy = async (db: Deps['db'], externalId: unknown, email: unknown): Promise<AdminUserPage> => {
  if (typeof externalId !== 'string' || !isExternalId(externalId))
    throw badRequest('externalId must be one id, as it was set.')
  if (email !== undefined) throw badRequest('Look for email or externalId, not for both.')
  const owner = await findByExternalId(db, externalId)
  const row = owner && (await findAdminRow(db, owner.userId))
  return { users: row ? [shownUser(row)] : [], next: null }
}

const readEmail = (asked: unknown) => {
  if (asked === undefined) return {}
  if (typeof asked !== 'string' || /\p{C}/u.test(asked))
    throw badRequest('email must be one address, or its beginning.')
  const text = asked.trim()
  const whole = canonicalEmail(text)
  if (whole) return { exactly: whole.canonical }
  if ([...text].length < leastCharacters) throw tooShort()
  return { prefix: canonicalPrefix(text) }
}

const tooShort = () =>
  invalidFields([
    {
      message: `The email field must have at least ${leastCharacters} characters`,
      rule: 'minLength',
      field: 'email',
      meta: { min: leastCharacters },
    },
  ])

const cursorOf = (canonical: string) => Buffer.from(canonical).toString('base64url')

const readCursor = (asked: unknown) => {
  if (asked === undefined) return ''
  const canonical = /^[\w-]{1,400}$/.test(String(asked))
    ? Buffer.from(String(asked), 'base64url').toString()
    : ''
  if (!/^\P{C}+$/u.test(canonical)) throw badRequest('cursor must be the `next` of another page.')
  return canonical
}
