import type { Runner } from '#platform/db/db.ts'
import type { SessionKey } from '#sessions/queries/sessions.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { dropKept, findKept, keepFor } from '../presses/kept.ts'
import { sealedCookie } from '../sealed-cookie.ts'

const seconds = 10 * 60

const codesCookie = sealedCookie<string[]>('codes', 'backup codes', seconds)

type Kept = { until: number; codes: string[] }

/**
 * Keeps new backup codes for the page that shows them, so that a reload does no harm: in a cookie, and for the same
 * visit here, because the answer with the cookie may be lost, and the codes cannot be read again.
 */
export const keepCodes = async (visit: Visit, owner: SessionKey, codes: string[]): Promise<void> => {
  codesCookie.write(visit, owner, codes)
  const kept: Kept = { until: visit.deps.now() + seconds * 1_000, codes }
  await keepFor(visit.deps, nameOf(owner), kept, seconds)
}

/** Redirects to that page. */
export const leadToCodes = async (visit: Visit, owner: SessionKey, codes: string[]): Promise<Onward> => {
  await keepCodes(visit, owner, codes)
  return { to: visit.at(paths.codes) }
}

/** @returns undefined once they were confirmed, after ten minutes, and in any other visit */
export const readCodes = async (
  visit: Visit,
  owner: SessionKey,
  runner: Runner = visit.deps.db,
): Promise<string[] | undefined> => {
  const codes = codesCookie.read(visit, owner)
  if (codes) return codes
  const kept = await findKept<Kept>(runner, visit.deps, nameOf(owner))
  return kept && visit.deps.now() < kept.until ? kept.codes : undefined
}

export const dropCodes = async ({ deps, cookies }: Visit, owner: SessionKey): Promise<void> => {
  cookies.drop('codes')
  await dropKept(deps, nameOf(owner))
}

const nameOf = ({ userId, sessionId }: SessionKey): string => `backup codes ${userId} ${sessionId}`
