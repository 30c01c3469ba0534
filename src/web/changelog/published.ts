import { type Deprecation, deprecations } from '../../../contract/deprecations.ts'
import { type Release, readReleases } from './releases.ts'

export type Published = {
  releases: () => Promise<Release[]>
  deprecations: readonly Deprecation[]
}

export const published: Published = { releases: readReleases, deprecations }
