import type { Change } from './change.ts'
import type { Release } from './releases.ts'
export const compareReleases = (older: Release, newer: Release): Change[] =>
  older === newer ? [] : newer.changes
