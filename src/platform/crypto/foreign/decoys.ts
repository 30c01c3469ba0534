import type { ForeignRecipe } from './foreign-hash.ts'
import { costOf } from './foreign-hash.ts'

/** What a name is checked by for which no hash of another system waits. @param place from 0 to 1, always the same for a name */
type Decoys = (place: number) => ForeignRecipe | undefined

/**
 * Decoys that cost what others' hashes do, as often as those: a name that has none of its own takes as long as somebody's that has,
 * and the same each time.
 * @param recipes of those who have not signed in yet, or of some of them
 */
export const decoysAmong = (recipes: readonly ForeignRecipe[]): Decoys => {
  const kinds = [...Map.groupBy(recipes, costOf).entries()].sort(byName).map(([, alike]) => alike)
  return (place) => {
    let passed = 0
    return kinds.find((alike) => {
      passed += alike.length
      return place < passed / recipes.length
    })?.[0]
  }
}

/** So that a name keeps its decoy while the shares hardly change. */
const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
