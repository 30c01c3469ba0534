import { instantIn } from '../../platform/instants.ts'

/** A date stands for its midnight in UTC. */
export const instant = (text: string): Date => {
  const at = instantIn(text)
  if (at) return at
  throw new Error('must be a date such as 2027-01-31, or an instant such as 2027-01-31T09:00:00+01:00')
}
