import { inSameWords } from 'openapi-changes/same-words'
import type { Change } from '../change.ts'

export type Placed = Change & { fragment?: string; replaced?: true }

/** The changes of one operation or shared schema; without a name, those of several. */
export type Group = { name?: string; lines: Line[] }

/** The same change, in one place or several. */
export type Line = {
  first: Placed
  places: { name: string; fragment?: string | undefined }[]
}

/** Groups changes by operation, after those that several operations share. */
export const groupsOf = (changes: readonly Placed[]): Group[] => {
  const shared: Line[] = []
  const own = new Map<string, Line[]>()
  for (const { first, all } of inSameWords(changes, alsoSaid)) {
    const names = namesOf(all)
    const [name = ''] = names
    const line = { first, places: all.map(names.size > 1 ? wherever : within) }
    if (names.size > 1) shared.push(line)
    else own.set(name, [...(own.get(name) ?? []), line])
  }
  const groups: Group[] = [...own].map(([name, lines]) => ({ name, lines }))
  return shared.length > 0 ? [{ lines: shared }, ...groups] : groups
}

/** How many operations and shared schemas they are about. */
export const countNames = (changes: readonly Placed[]): number => namesOf(changes).size

const namesOf = (changes: readonly Placed[]) => new Set(changes.map(nameOf))

const nameOf = ({ target }: Placed): string => target.split(' · ')[0]!

const alsoSaid = ({ deprecatedBefore, operations, replaced }: Placed) => [
  deprecatedBefore,
  operations,
  replaced,
]

const wherever = ({ target, fragment }: Placed) => ({ name: target, fragment })

const within = (change: Placed) => {
  const [name, ...rest] = change.target.split(' · ')
  const whole = change.operation === name ? 'the operation' : 'all of it'
  return { name: rest.join(' · ') || whole, fragment: change.fragment }
}
