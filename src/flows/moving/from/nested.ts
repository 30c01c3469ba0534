import type { Fields } from '../rows/read-fields.ts'
import { isSo } from './values.ts'

const numbers = ['rounds', 'memoryCost', 'blockSize', 'parallelism', 'digits', 'period']

/** Of columns such as `password.phc` and `identities.0.provider`, what they stand for; what is empty is absent. */
export const nested = (columns: Fields): unknown => {
  const whole: Branch = new Map()
  for (const [name, value] of Object.entries(columns)) if (value !== '') put(whole, name.split('.'), value)
  return grown(whole)
}

type Branch = Map<string, Branch | unknown>

const put = (branch: Branch, [name = '', ...others]: readonly string[], value: unknown): void => {
  if (others.length === 0) {
    branch.set(name, typed(name, value))
    return
  }
  const below = branch.get(name)
  const next: Branch = below instanceof Map ? below : new Map()
  branch.set(name, next)
  put(next, others, value)
}

const typed = (name: string, value: unknown) => {
  if (name === 'emailVerified') return isSo(value)
  return numbers.includes(name) ? Number(value) : value
}

const grown = (value: unknown): unknown => {
  if (!(value instanceof Map)) return value
  const entries = [...value].map(([name, below]) => [name, grown(below)] as const)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
  return isList ? entries.map(([, below]) => below) : Object.fromEntries(entries)
}
