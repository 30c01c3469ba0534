import { fileURLToPath } from 'node:url'
import { type Release, readReleases } from 'openapi-changelog'
import { type Deprecation, deprecations } from '#contract/deprecations.ts'

export const contractFolder = fileURLToPath(new URL('../../../contract', import.meta.url))

export type Published = {
  releases: () => Promise<Release[]>
  deprecations: readonly Deprecation[]
}

export const published: Published = { releases: () => readReleases(contractFolder), deprecations }
