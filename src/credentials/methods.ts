import type { FactorMethod } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import type { Factor } from './factor.ts'
import { factors } from './factors.ts'

export const factorMethods = Object.keys(factors) as FactorMethod[]

/** How a user can prove a second factor; empty without two-factor authentication. */
export const activeMethods = async (deps: Deps, userId: string): Promise<FactorMethod[]> => {
  if (!(await isAnyActive(deps, userId, factorMethods.filter(standsAlone)))) return []
  const active: FactorMethod[] = []
  for (const method of factorMethods) if (await factors[method].isActive(deps, userId)) active.push(method)
  return active
}

const standsAlone = (method: FactorMethod) => (factors[method] as Factor).standsAlone

const isAnyActive = async (deps: Deps, userId: string, methods: FactorMethod[]) => {
  for (const method of methods) if (await factors[method].isActive(deps, userId)) return true
  return false
}
