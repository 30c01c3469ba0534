import type { Deps } from '../deps.ts'

export type Factor = {
  /** Whether this factor alone turns two-factor authentication on. Backup codes don't. */
  standsAlone: boolean
  isActive(deps: Deps, userId: string): Promise<boolean>
  /** Checks and spends a code: of several simultaneous ones, a single one is accepted. */
  accepts(deps: Deps, userId: string, code: string): Promise<boolean>
}
