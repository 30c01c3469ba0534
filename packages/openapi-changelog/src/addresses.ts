import { createHash } from 'node:crypto'
import type { Change } from './change.ts'

/**
 * Gives each change of a release a stable anchor, whatever precedes it. The same change twice in one release is numbered.
 */
export const withFragments = <Any extends Change>(
  version: string,
  changes: readonly Any[],
): (Any & { fragment: string })[] => {
  const seen = new Map<string, number>()
  return changes.map((change) => {
    const name = `${slug(version)}-${slug(change.rule)}-${digestOf(change)}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return { ...change, fragment: times === 1 ? name : `${name}-${times}` }
  })
}

/** The permanent path of a release, relative to the root. */
export const releasePath = (version: string): string =>
  `changelog/${encodeURIComponent(version.toWellFormed())}`

export const releaseFragment = (version: string): string => `v${slug(version)}`

// leaves the wording out, because it may be improved one day
const digestOf = ({ kind, rule, path }: Change) =>
  createHash('sha256')
    .update(JSON.stringify([kind, rule, path]))
    .digest('hex')
    .slice(0, 8)

const slug = (text: string) => text.replace(/[^\w.-]+/g, '-')
