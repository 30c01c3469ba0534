import type { Deps } from '../../deps.ts'
import type { LinkKind } from './kinds.ts'
import { findLink } from './queries.ts'
import { readLinkToken } from './token.ts'

/** Doesn't spend the link. @returns undefined if it no longer works */
export const linkGoodUntil = async (
  deps: Pick<Deps, 'db'>,
  kind: LinkKind,
  token: string,
): Promise<Date | undefined> => {
  const key = readLinkToken(kind, token)
  return key && (await findLink(deps.db, key))?.expiresAt
}
