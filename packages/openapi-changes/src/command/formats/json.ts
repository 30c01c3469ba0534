import { isRefused } from '../../accepted.ts'
import type { Format } from './format.ts'

export const json: Format = ({ changes, unused }) => {
  const breaking = changes.filter(isRefused).length
  return `${JSON.stringify({ breaking, changes, ...(unused.length > 0 && { unused }) }, null, 2)}\n`
}
