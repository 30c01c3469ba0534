import { isRefusedAs } from '../../platform/errors.ts'
import type { Download, HostedPage, Outcome, Reads, Visit } from './hosted-page.ts'

/**
 * Does the work of a page for people who may see it. Others are led to the sign-in, or, if their proof of identity is
 * too old, to the page that renews it.
 * @param reads what the page shows of the account, in the same round trip
 */
export const admitted = async (
  visit: Visit,
  { isPrivate, isForAwaiting, needs }: HostedPage,
  work: () => Promise<Outcome | Download>,
  reads?: Reads,
): Promise<Outcome | Download> => {
  const whole = () => {
    needs?.(visit.deps)
    return work()
  }
  if (!isPrivate) return whole()
  const toSignIn = () => visit.realm.toSignIn(visit)
  try {
    const visitor = await visit.visitor(reads)
    if (!visitor) return toSignIn()
    if (visitor.awaitsEmail && !isForAwaiting) return visit.realm.toAwaitEmail(visit)
    return await whole()
  } catch (error) {
    // the visit has ended meanwhile, or the account with it
    if (isRefusedAs(error, 'unauthorized')) return toSignIn()
    if (!isRefusedAs(error, 'reauthentication_required')) throw error
    return visit.realm.toProof(visit)
  }
}
