import { nearestName } from '../platform/nearest-name.ts'
import type { Environment } from './environment.ts'
import { settings } from './settings.ts'

/** What an operator is told when the service does not start: every fault, one a line. */
export const wrongSettings = (faults: readonly string[]): Error =>
  new Error(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

/** What looks like a setting that was meant, and is none, a line each. */
export const misspeltSettings = (environment: Environment): string[] => {
  const known = Object.keys(settings)
  const given = Object.keys(environment).filter((name) => environment[name]?.trim() && !known.includes(name))
  return given.flatMap((name) => {
    const nearest = nearestName(name, known)
    return nearest ? [`${name} is not a setting. Did you mean ${nearest}?`] : []
  })
}
