import { recordEvent } from '#accounts/events/record.ts'
import {
  findExternalId,
  freeExternalId,
  isExternalIdTaken,
  setExternalId,
  takeExternalId,
} from '#accounts/users/queries/external-ids.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { externalIdTaken } from '#platform/errors.ts'
import type { OptionalReason } from './act.ts'

/**
 * Sets what an application knows somebody by, or removes it.
 * @returns whether there is such an account
 * @throws 409 if another account has it
 */
export const changeExternalId = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { externalId, actor, reason }: OptionalReason & { externalId: string | undefined },
): Promise<boolean> => {
  const changing = db.transaction(async (runner) => {
    if (!(await lockUser(runner, userId))) return false
    const former = await findExternalId(runner, userId)
    if (former === externalId) return true
    if (externalId !== undefined) await takeExternalId(runner, userId, externalId)
    if (former !== undefined) await freeExternalId(runner, userId, former)
    await setExternalId(runner, userId, externalId ?? null)
    const detail = { externalId, former }
    await recordEvent(runner, { type: 'user.external_id_changed', userId, actor, reason, detail })
    return true
  })
  return changing.catch(refuseTaken)
}

const refuseTaken = (error: unknown): never => {
  throw isExternalIdTaken(error) ? externalIdTaken() : error
}
