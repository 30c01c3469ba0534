import type { Change } from './change.ts'
import type { Release } from './releases.ts'

export const compareReleases = async (
  from: Pick<Release, 'openapi'>,
  to: Pick<Release, 'openapi' | 'date'>,
): Promise<Change[]> => {
  // loaded lazily: releases store their own changes
  const { compareDocuments } = await import('openapi-changes')
  return compareDocuments(from.openapi, to.openapi, { today: to.date })
}
