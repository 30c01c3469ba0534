import type { Change } from './change.ts'
import type { Release } from './releases.ts'

/** What changes for a client that goes from one release to another, whichever came first. */
export const compareReleases = async (
  from: Pick<Release, 'openapi'>,
  to: Pick<Release, 'openapi' | 'date'>,
): Promise<Change[]> => {
  // loaded here: a release keeps its own changes, so pages and feeds of releases do without
  const { compareDocuments } = await import('openapi-changes')
  return compareDocuments(from.openapi, to.openapi, { today: to.date })
}
