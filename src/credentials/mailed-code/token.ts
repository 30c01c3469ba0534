import { type OpaqueKey, opaqueTokens } from '../../platform/crypto/opaque-tokens.ts'

/** Which code a challenge asks for: of which address, and which network asked for it. */
export type MailedCodeKey = OpaqueKey<'subject' | 'place'>

/** Held by the client that asked. Without it, a mailed code is good for nothing. */
export const mailedCodeChallenges = opaqueTokens('sp_mc_', 'subject', 'place')
