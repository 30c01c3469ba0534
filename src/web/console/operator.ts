import type { Operator } from '#credentials/operators/queries.ts'
import type { KeyScope } from '#credentials/service-keys/scopes.ts'
import { onlyForOperators, reauthenticationRequired, unauthorized } from '#platform/errors.ts'
import { minute } from '#platform/seconds.ts'
import type { OperatorVisitor } from '#sessions/console.ts'
import { isRecent } from '#sessions/proof/fresh-proof.ts'
import { type Again, untouched, type Visit } from '../pages/hosted-page.ts'

/** Who is at the console. @throws 401, which leads to the sign-in */
export const operatorOf = async (visit: Visit): Promise<OperatorVisitor> => {
  const visitor = await visit.visitor()
  if (!visitor || !('operator' in visitor)) throw unauthorized()
  return visitor as OperatorVisitor
}

export const isGranted = ({ scopes }: Operator, scope: KeyScope): boolean => scopes.includes(scope)

/** @throws 403 without the scope, which service keys need for the same */
export const requireGranted = async (visit: Visit, scope: KeyScope): Promise<OperatorVisitor> => {
  const visitor = await operatorOf(visit)
  if (!isGranted(visitor.operator, scope)) throw onlyForOperators()
  return visitor
}

/** For what changes something: both factors within 15 minutes. @throws 403, which leads to the page that renews the proof */
export const requireProven = async (
  visit: Visit,
  scope: KeyScope,
  spareSeconds = 0,
): Promise<OperatorVisitor> => {
  const visitor = await requireGranted(visit, scope)
  if (!isRecent(visitor.fullyProvenSecondsAgo + spareSeconds)) throw reauthenticationRequired([])
  return visitor
}

/** The same for an empty form, which has to be filled in while the proof lasts: what was typed would be lost with it. */
export const requireProvenForForm = (visit: Visit, scope: KeyScope, again: Again): Promise<OperatorVisitor> =>
  requireProven(visit, scope, again === untouched ? 5 * minute : 0)
