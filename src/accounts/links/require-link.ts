import type { Deps } from '../../deps.ts'
import { deadLink } from '../../platform/errors.ts'
import { findLink } from './queries.ts'
import { type LinkKey, type LinkTokenKind, readLinkToken } from './token.ts'

/** Looks a link up without spending it. @returns the address that it was sent to, too. @throws 401 if it no longer works */
export const requireLink = async (
  { db }: Pick<Deps, 'db'>,
  kind: LinkTokenKind,
  token: string,
): Promise<{ key: LinkKey; email: string }> => {
  const key = readLinkToken(kind, token)
  const sent = key && (await findLink(db, key))
  if (!sent) throw deadLink(key?.userId)
  return { key, email: sent.typed }
}
