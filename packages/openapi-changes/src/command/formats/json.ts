import { isRefused } from '../../accepted.ts'
import type { Format } from './format.ts'

export const json: Format = ({ changes, unused, skipped }) => {
  const breaking = changes.filter(isRefused).length
  const besides = { ...(unused.length > 0 && { unused }), ...(skipped.length > 0 && { skipped }) }
  return `${JSON.stringify({ breaking, changes, ...besides }, null, 2)}\n`
}
