import type { SessionKey } from '../../../sessions/queries.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { sealedCookie } from '../sealed-cookie.ts'

const codesCookie = sealedCookie<string[]>('codes', 'backup codes', 10 * 60)

/** Keeps new backup codes for the page that shows them, so that a reload does no harm. */
export const keepCodes = codesCookie.write

/** Leads to that page. */
export const leadToCodes = (visit: Visit, owner: SessionKey, codes: string[]): Onward => {
  keepCodes(visit, owner, codes)
  return { to: visit.at(paths.codes) }
}

/** @returns undefined once they were confirmed, after ten minutes, and in any other visit */
export const readCodes = codesCookie.read
