import type { Deps } from '../deps.ts'
import type { LinkKind } from './kinds.ts'
import { findLink } from './queries.ts'
import { readLinkToken } from './token.ts'

/** Whether a link still does something. Looking spends nothing. */
export const isLinkGood = async (deps: Deps, kind: LinkKind, token: string): Promise<boolean> => {
  const key = readLinkToken(kind, token)
  return key !== undefined && (await findLink(deps.db, key)) !== undefined
}
