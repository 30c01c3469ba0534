import type { Deps } from '../deps.ts'

/** A second way to prove who one is. */
export type Factor = {
  /** Whether an account that has this factor has a second door. Codes for emergencies alone are no door. */
  standsAlone: boolean
  isActive(deps: Deps, userId: string): Promise<boolean>
  /** Judges a code and spends it: of any number of the same at the same moment one is accepted. */
  accepts(deps: Deps, userId: string, code: string): Promise<boolean>
}
