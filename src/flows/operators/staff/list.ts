import type { ConsoleOperator } from '#contract/admin.ts'
import { findOperator, listOperators } from '#credentials/operators/queries.ts'
import type { Deps } from '#deps.ts'
import { showUser } from '../directory/show.ts'

/** Who may use the console, those who were granted it first before others. */
export const showOperators = async (deps: Pick<Deps, 'db'>): Promise<ConsoleOperator[]> => {
  const shown: ConsoleOperator[] = []
  // one after the other: there are few, and others need connections too
  for (const { userId } of await listOperators(deps.db)) {
    const [operator, user] = [await findOperator(deps.db, userId), await showUser(deps, userId)]
    // removed meanwhile
    if (!operator || !user) continue
    const { scopes, actsPerHour, removalsPerDay, grantedAt, hasFactor } = operator
    shown.push({
      userId,
      email: user.email,
      scopes,
      actsPerHour,
      removalsPerDay,
      grantedAt: grantedAt.toISOString(),
      isLetIn: hasFactor && user.disabledAt === null && user.deletesAt === null,
    })
  }
  return shown
}
