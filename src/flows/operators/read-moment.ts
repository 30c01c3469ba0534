import { badRequest } from '#platform/errors.ts'
import { instantIn } from '#platform/instants.ts'

/** A query parameter that may be left out. @throws 400 unless it is a day or an instant */
export const readMoment = (name: string, asked: unknown): Date | undefined => {
  if (asked === undefined) return
  const at = typeof asked === 'string' ? instantIn(asked) : undefined
  if (!at) throw badRequest(`${name} must be a day or an instant, such as 2026-01-31T12:00:00Z.`)
  return at
}
