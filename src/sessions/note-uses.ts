import type { Deps } from '../deps.ts'
import { type AccessClaim, type Live, noteFirstUse, noteUse } from './queries/access.ts'

/** Records due uses of tokens: first uses now, others after the answer. */
export const noteUses = async (
  { db, later }: Pick<Deps, 'db' | 'later'>,
  used: readonly (AccessClaim & Pick<Live, 'unnoted'>)[],
): Promise<void> => {
  const first = used.filter(({ unnoted }) => unnoted === 'first use')
  if (first.length > 0) await noteFirstUse(db, first)
  const again = used.filter(({ unnoted }) => unnoted === 'use')
  if (again.length > 0) later(() => noteUse(db, again))
}
