import { nearestName } from '../platform/nearest-name.ts'
import type { Environment } from './environment.ts'
import { secretFiles } from './secret-files.ts'
import { settings } from './settings.ts'

export const wrongSettings = (faults: readonly string[]): Error =>
  new Error(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)

/** Variables that shells and programs know (POSIX, XBD 8.1), and that are a slip away from a setting. */
const ofOthers = ['PAGER']

/** One line for each name that looks like a misspelt setting. */
export const misspeltSettings = (environment: Environment): string[] => {
  const known = [...Object.keys(settings), ...secretFiles]
  const given = Object.keys(environment).filter(
    (name) => environment[name]?.trim() && ![...known, ...ofOthers].includes(name),
  )
  return given.flatMap((name) => {
    const nearest = nearestName(name, known)
    return nearest ? [`${name} is not a setting. Did you mean ${nearest}?`] : []
  })
}
