import type { Change } from './change.ts'
import { compareDocuments } from './compare.ts'
import type { Release } from './releases.ts'

/** What changes for a client that goes from one release to another, whichever came first. */
export const compareReleases = (from: Release, to: Release): Change[] =>
  compareDocuments(from.openapi, to.openapi, { today: to.date })
