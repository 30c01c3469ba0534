import { isByRegistration, type SearchPlace, type Standing } from '#accounts/users/queries/search.ts'
import type { AdminUserPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { badRequest } from '#platform/errors.ts'
import { type PageAsked, readLimit } from '../../account/page.ts'
import { readMoment } from '../read-moment.ts'
import { type AdminRow, listAdminRowsOf, listCandidates } from './queries.ts'
import { shownUser } from './shown.ts'

/** Enough for most pages, and read within some milliseconds. */
const looks = 500

export const standings = ['blocked', 'unconfirmed', 'closing', 'without-second-factor'] as const

export type SearchAsked = { status?: unknown; registeredAfter?: unknown; registeredBefore?: unknown }

/**
 * Accounts by what has become of them, by when they registered, or both, the newest first. A page may have fewer than asked for, and
 * even none, while there is a next one.
 * @throws 400 for what cannot be read
 */
export const searchUsers = async (
  { db }: Pick<Deps, 'db'>,
  { status, registeredAfter, registeredBefore, cursor, limit: asked }: SearchAsked & PageAsked,
): Promise<AdminUserPage> => {
  const limit = readLimit(asked)
  const standing = readStanding(status)
  const from = readMoment('registeredAfter', registeredAfter)
  const to = readMoment('registeredBefore', registeredBefore)
  const registered = (from ?? to) === undefined ? undefined : { from, to }
  const isDated = isByRegistration({ standing, registered })
  const after = readPlace(cursor, isDated)
  const candidates = await listCandidates(db, { standing, registered, after, looks })
  const found = candidates.filter(({ isFound }) => isFound)
  const page = found.slice(0, limit)
  const isMore = found.length > limit || candidates.length === looks
  const last = found.length > limit ? page.at(-1) : candidates.at(-1)
  const rows = await rowsOf(
    db,
    page.map(({ id }) => id),
  )
  return { users: rows.map(shownUser), next: isMore && last ? cursorOf(last, isDated) : null }
}

/** In that order, without those that have gone meanwhile. */
const rowsOf = async (db: Deps['db'], ids: string[]): Promise<AdminRow[]> => {
  if (ids.length === 0) return []
  const rowOf = new Map((await listAdminRowsOf(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rowOf.get(id) ?? [])
}

const readStanding = (asked: unknown): Standing | undefined => {
  if (asked === undefined) return
  const standing = standings.find((name) => name === asked)
  if (!standing) throw badRequest(`status must be one of ${standings.join(', ')}.`)
  return standing
}

const cursorOf = ({ id, createdAt }: { id: string; createdAt: Date }, isDated: boolean) =>
  isDated ? `${createdAt.getTime()}.${id}` : id

const readPlace = (asked: unknown, isDated: boolean): SearchPlace | undefined => {
  if (asked === undefined) return
  const [, ms, id = ''] = /^(?:(-?\d{1,14})\.)?(\S+)$/.exec(String(asked)) ?? []
  if (!isId(id) || (ms !== undefined) !== isDated)
    throw badRequest('cursor must be the `next` of another page.')
  return { id, createdAt: ms === undefined ? undefined : new Date(Number(ms)) }
}
