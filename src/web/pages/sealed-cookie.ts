import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { SessionKey } from '../../sessions/queries/sessions.ts'
import type { CookieName, Visit } from './hosted-page.ts'

type Kept<Value> = { until: number; value: Value }

/**
 * A cookie that a browser keeps for one visit or sign-in, and cannot read.
 * @param purpose no other sealed text of the account opens as this one
 */
export const sealedCookie = <Value>(name: CookieName, purpose: string, seconds: number) => {
  const ownerOf = ({ userId, sessionId }: SessionKey) => `${purpose} ${userId} ${sessionId}`
  return {
    write: ({ deps, cookies }: Visit, owner: SessionKey, value: Value): void => {
      const kept: Kept<Value> = { until: deps.now() + seconds * 1_000, value }
      const sealed = seal(deps.keys, Buffer.from(JSON.stringify(kept)), ownerOf(owner))
      cookies.write(name, sealed.toString('base64url'), seconds)
    },
    /** @returns undefined once it has expired, and in any other visit */
    read: ({ deps, cookies }: Visit, owner: SessionKey): Value | undefined => {
      const sealed = Buffer.from(cookies.read(name) ?? '', 'base64url')
      const plain = unseal(deps.keys, sealed, ownerOf(owner))
      if (!plain) return
      const { until, value }: Kept<Value> = JSON.parse(plain.toString())
      return deps.now() < until ? value : undefined
    },
  }
}
