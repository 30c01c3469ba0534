import { opaqueTokens } from '#platform/crypto/opaque-tokens.ts'
import { minute } from '#platform/seconds.ts'

/** How long the second step of a sign-in may take. */
export const challengeSeconds = 5 * minute

/** `sessionId` belongs to the session that begins once the second factor is proven. */
export const challenges = opaqueTokens('sp_ch_', 'userId', 'sessionId')

/** Whether a session began with this challenge. */
export const isSessionOf = (challenge: string, { sessionId }: { sessionId: string }): boolean =>
  challenges.read(challenge)?.sessionId === sessionId
