import { createHash } from 'node:crypto'
import type { Change } from './change.ts'

/**
 * A release's changes with an id each that stays what it is, whatever stands before it: an anchor of a page and of an
 * address. The same change twice in one release is numbered.
 */
export const withFragments = (
  version: string,
  changes: readonly Change[],
): (Change & { fragment: string })[] => {
  const seen = new Map<string, number>()
  return changes.map((change) => {
    const name = `${slug(version)}-${slug(change.rule)}-${digestOf(change)}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return { ...change, fragment: times === 1 ? name : `${name}-${times}` }
  })
}

/** Where a release stands for good, from the root of the site. */
export const releasePath = (version: string): string =>
  `changelog/${encodeURIComponent(version.toWellFormed())}`

/** The anchor of a release. */
export const releaseFragment = (version: string): string => `v${slug(version)}`

// not of its words, which may be put better one day
const digestOf = ({ kind, rule, path }: Change) =>
  createHash('sha256')
    .update(JSON.stringify([kind, rule, path]))
    .digest('hex')
    .slice(0, 8)

const slug = (text: string) => text.replace(/[^\w.-]+/g, '-')
