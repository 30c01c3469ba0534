import type { AcceptedChange } from './accepted.ts'
import { groupBy } from './group-by.ts'

/** What is said of several changes in the same words. */
export type Said<Any> = { first: Any; all: Any[] }

/**
 * Puts changes together that are told in the same words: these are said once, with all places.
 * @param besides what else is said of a change
 */
export const inSameWords = <Any extends AcceptedChange>(
  changes: readonly Any[],
  besides: (change: Any) => unknown = () => null,
): Said<Any>[] => {
  const wordsOf = (change: Any) => {
    const { kind, rule, reason, breaking, accepted } = change
    return JSON.stringify([kind, rule, reason, breaking, accepted, besides(change)])
  }
  return [...groupBy(changes, wordsOf).values()].map((all) => ({ first: all[0]!, all }))
}
