import type { Deps } from '../deps.ts'
import { deriveToken, isAuthentic, type PresentedToken, readToken } from '../platform/crypto/token.ts'
import type { Runner } from '../platform/db/db.ts'
import type { Bearer } from './authenticate.ts'
import type { VisitKind } from './lifetimes.ts'
import type { TokenRow } from './queries/sessions.ts'
import { findVisit, prolongVisit } from './queries/visits.ts'

/**
 * Somebody who is signed in on the hosted pages, or at the console. `epoch` and `language`: the account's, now. `fullyProvenSecondsAgo`:
 * since all of the methods were last proven.
 */
export type Visitor = Bearer & {
  epoch: number
  language: string | null
  fullyProvenSecondsAgo: number
  awaitsEmail: boolean
}

/** The browser's token. No application can use it, and no page accepts an application's; nor do pages and console each other's. */
export const visitToken = (deps: Deps, row: TokenRow, kind: VisitKind = 'page'): string =>
  deriveToken(deps.keys[0], { ...row, kind }, row.seed)

export type PresentedVisit = PresentedToken & { kind: VisitKind }

/** The visit that a token claims. Nothing is proven by that. */
export const claimedVisit = (
  { keys }: Deps,
  token: string | undefined,
  kind: VisitKind = 'page',
): PresentedVisit | undefined => {
  const presented = readToken(keys, kind, token ?? '')
  return presented && { ...presented, kind }
}

/** @returns undefined unless the token is authentic and its visit is active */
export const findVisitor = async (
  deps: Deps,
  presented: PresentedVisit | undefined,
  runner: Runner = deps.db,
): Promise<Visitor | undefined> => {
  if (!presented) return
  const found = await findVisit(runner, presented)
  if (!found || !isAuthentic(presented, found.seed)) return
  const { userId, sessionId } = presented
  const { seed: _, isUnnoted, ...proof } = found
  if (isUnnoted) deps.later(async () => void (await prolongVisit(deps.db, presented)))
  return { userId, sessionId, ...proof }
}
