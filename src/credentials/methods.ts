import type { FactorMethod, Known } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import type { Factor } from './factor.ts'
import { factors } from './factors.ts'

/** The names of all factors. */
export const factorMethods = Object.keys(factors) as Known<FactorMethod>[]

/** How a user can prove a second factor. Empty when the account has no second door. */
export const activeMethods = async (deps: Deps, userId: string): Promise<Known<FactorMethod>[]> => {
  if (!(await isAnyActive(deps, userId, factorMethods.filter(standsAlone)))) return []
  const active: Known<FactorMethod>[] = []
  for (const method of factorMethods) if (await factors[method].isActive(deps, userId)) active.push(method)
  return active
}

const standsAlone = (method: Known<FactorMethod>) => (factors[method] as Factor).standsAlone

const isAnyActive = async (deps: Deps, userId: string, methods: Known<FactorMethod>[]) => {
  for (const method of methods) if (await factors[method].isActive(deps, userId)) return true
  return false
}
