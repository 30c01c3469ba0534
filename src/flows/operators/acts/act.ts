import type { Actor } from '#accounts/events/events.ts'

/** Who does something to somebody's account, and why, in their own words. */
export type OperatorAct = { actor: Actor; reason: string }

/** The same where an API asks for no reason. */
export type OptionalReason = { actor: Actor; reason?: string | undefined }

export const reasonCharacters = { least: 3, most: 200 }

/** One line, without what would turn others round. Joiners are part of words, and of emoji. */
export const reasonPattern = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u
