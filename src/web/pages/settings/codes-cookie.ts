import { seal, unseal } from '../../../platform/crypto/seal.ts'
import type { SessionKey } from '../../../sessions/queries.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'

const codesSeconds = 10 * 60

type Kept = { until: number; codes: string[] }

// no other sealed text of the account opens as codes
const ownerOfCodes = ({ userId, sessionId }: SessionKey) => `backup codes ${userId} ${sessionId}`

/** Leads to the page that shows new backup codes. A sealed cookie keeps them, so that a reload does no harm. */
export const leadToCodes = ({ deps, cookies, at }: Visit, owner: SessionKey, codes: string[]): Onward => {
  const kept: Kept = { until: deps.now() + codesSeconds * 1_000, codes }
  const sealed = seal(deps.keys, Buffer.from(JSON.stringify(kept)), ownerOfCodes(owner))
  cookies.write('codes', sealed.toString('base64url'), codesSeconds)
  return { to: at(paths.codes) }
}

/** @returns undefined once they were confirmed, after ten minutes, and in any other visit */
export const readCodes = ({ deps, cookies }: Visit, owner: SessionKey): string[] | undefined => {
  const sealed = Buffer.from(cookies.read('codes') ?? '', 'base64url')
  const plain = unseal(deps.keys, sealed, ownerOfCodes(owner))
  if (!plain) return
  const { until, codes }: Kept = JSON.parse(plain.toString())
  return deps.now() < until ? codes : undefined
}
