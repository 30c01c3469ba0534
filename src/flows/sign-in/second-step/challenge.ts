import { opaqueTokens } from '../../../platform/crypto/opaque-tokens.ts'

/** `sessionId` is of the session that a challenge may become. */
export const challenges = opaqueTokens('sp_ch_', 'userId', 'sessionId')
