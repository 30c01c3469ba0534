import { createHash } from 'node:crypto'
import { opaqueTokens } from '../../platform/crypto/opaque-tokens.ts'

/** One-time codes of sign-ins and of links. */
export const oauthCodes = opaqueTokens('sp_oc_', 'userId')

/** RFC 7636 §4.2, method S256. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')
