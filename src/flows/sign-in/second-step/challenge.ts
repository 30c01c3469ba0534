import { opaqueTokens } from '../../../platform/crypto/opaque-tokens.ts'

/** `sessionId` is of the session that a challenge may become. */
export const challenges = opaqueTokens('sp_ch_', 'userId', 'sessionId')

/** Whether a session is what a challenge became. */
export const isSessionOf = (challenge: string, { sessionId }: { sessionId: string }): boolean =>
  challenges.read(challenge)?.sessionId === sessionId
