import { opaqueTokens } from '../../platform/crypto/opaque-tokens.ts'

/** One prefix, by which secret scanners recognise leaked keys. */
export const serviceKeyTokens = opaqueTokens('sp_sk_', 'id')
