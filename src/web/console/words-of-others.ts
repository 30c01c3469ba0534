import { reasonCharacters } from '#flows/operators/acts/act.ts'

/** A reason is shown whole. */
const usualCharacters = reasonCharacters.most

/**
 * Text that a stranger may have chosen, such as the name of a device or a reason: on one line, without what would turn the words
 * around it round, and not longer than a person reads. Whatever shows it escapes it.
 */
export const saidByOthers = (text: string, most = usualCharacters): string => {
  const line = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : line
}
