import type { Actor } from '../../accounts/events/events.ts'

/** Who does something to somebody's account, and why, in their own words. */
export type OperatorAct = { actor: Actor; reason: string }

export const reasonCharacters = { least: 3, most: 200 }
