import { isUnavailable, Refused } from '../errors.ts'
import { SignInFailed } from '../sign-in-failed.ts'

/**
 * Does the work for an account, and names it in whatever refuses that. The innermost name counts.
 * @param userId undefined if nobody has such an account
 */
export const concerning = async <Result>(
  userId: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw about(error, userId)
  }
}

/** The same for a refusal by itself. Others may share an outage, which is about none of them. */
export const about = <Fault>(fault: Fault, userId: string | undefined): Fault => {
  if (isExplained(fault) && !isUnavailable(fault)) fault.userId ??= userId
  return fault
}

export const isExplained = (fault: unknown): fault is Refused | SignInFailed =>
  fault instanceof Refused || fault instanceof SignInFailed
