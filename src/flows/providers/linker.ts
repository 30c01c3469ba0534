import { isUserAt } from '../../accounts/users/queries/users.ts'
import type { Linker } from '../../credentials/identities/queries/transactions.ts'
import type { Deps } from '../../deps.ts'
import { signInLost } from '../../platform/errors.ts'

/**
 * Who links an identity; undefined for a sign-in.
 * @throws 400 if all sessions have ended since it was begun
 */
export const linkerOf = async (
  { db }: Deps,
  { userId, epoch }: { userId: string | null; epoch: number | null },
): Promise<Linker | undefined> => {
  if (userId === null) return
  if (epoch === null || !(await isUserAt(db, userId, epoch))) throw signInLost(userId)
  return { userId, epoch }
}
