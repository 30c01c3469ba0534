import { Refused } from '../errors.ts'
import { SignInFailed } from '../sign-in-failed.ts'

/**
 * Counts outcomes of work: `done`, or the code of the refusal.
 * @param outcomes all that are counted; any other is `other`
 */
export const counted = async <Outcome extends string, Result>(
  outcomes: readonly (Outcome | 'done' | 'other')[],
  count: (outcome: Outcome | 'done' | 'other') => void,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    const result = await work()
    count('done')
    return result
  } catch (error) {
    const code = codeOf(error)
    count(outcomes.find((outcome) => outcome === code) ?? 'other')
    throw error
  }
}

/** What a client gets: a code, or the rule that a field breaks. */
const codeOf = (error: unknown): unknown => {
  if (error instanceof SignInFailed) return error.code
  if (!(error instanceof Refused)) return
  return Array.isArray(error.body) ? error.body[0]?.rule : error.details.code
}
