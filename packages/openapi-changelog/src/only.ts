import { concerning, isOfPattern } from 'openapi-changes/concerning'
import type { Change } from './change.ts'
import type { Release } from './releases.ts'

/** The changes that concern operations of these patterns, as in `GET /orders*`, or belong to none; all where there is no pattern. */
export const onlyOf = <Any extends Change>(changes: readonly Any[], patterns: readonly string[]): Any[] =>
  patterns.length === 0
    ? [...changes]
    : concerning(changes, (operation) => patterns.some((pattern) => isOfPattern(operation, pattern)))

/** Releases with such changes only, and none without any. */
export const releasesWithOnly = (releases: readonly Release[], patterns: readonly string[]): Release[] => {
  if (patterns.length === 0) return [...releases]
  const told = releases.map((release) => ({ ...release, changes: onlyOf(release.changes, patterns) }))
  return told.filter(({ changes }) => changes.length > 0)
}
