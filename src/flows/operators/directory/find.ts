import { canonicalEmail, canonicalPrefix } from '#accounts/users/canonical-email.ts'
import { isExternalId } from '#accounts/users/external-id.ts'
import { findByExternalId } from '#accounts/users/queries/external-ids.ts'
import type { AdminUserPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { badRequest, invalidFields } from '#platform/errors.ts'
import { type PageAsked, readLimit } from '../../account/page.ts'
import { findAdminRow, listAdminRows } from './queries.ts'
import { shownUser } from './shown.ts'

const leastCharacters = 3

/**
 * Accounts in the order of their addresses: the one with that address, those whose addresses begin with it, the one that an
 * application knows by an id, or all.
 * @throws 422 for less than three characters, 400 for an invalid cursor, limit or external id
 */
export const findUsers = async (
  { db }: Pick<Deps, 'db'>,
  { email, externalId, cursor, limit: asked }: PageAsked & { email?: unknown; externalId?: unknown },
): Promise<AdminUserPage> => {
  if (externalId !== undefined) return findKnownBy(db, externalId, email)
  const limit = readLimit(asked)
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
