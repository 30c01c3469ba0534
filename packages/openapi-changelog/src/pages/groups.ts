import type { Change } from '../change.ts'

export type Placed = Change & { fragment?: string; replaced?: true }

/** The changes of one operation, or of one shared schema. */
export type Group = { name: string; lines: Line[] }

/** The same change, in one place or several. */
export type Line = {
  first: Placed
  places: { name: string; fragment?: string | undefined }[]
}

/** Groups changes by operation, and within one by identical wording. */
export const groupsOf = (changes: readonly Placed[]): Group[] => {
  const groups = new Map<string, Map<string, Line>>()
  for (const change of changes) {
    const [name = '', ...rest] = change.target.split(' · ')
    const lines = groups.get(name) ?? new Map<string, Line>()
    groups.set(name, lines)
    const line = lines.get(wordsOf(change)) ?? { first: change, places: [] }
    lines.set(wordsOf(change), line)
    const whole = change.operation === name ? 'the operation' : 'all of it'
    line.places.push({ name: rest.join(' · ') || whole, fragment: change.fragment })
  }
  return [...groups].map(([name, lines]) => ({ name, lines: [...lines.values()] }))
}

const wordsOf = ({
  kind,
  rule,
  reason,
  breaking,
  deprecatedBefore,
  operations,
  accepted,
  replaced,
}: Placed) => JSON.stringify([kind, rule, reason, breaking, deprecatedBefore, operations, accepted, replaced])
