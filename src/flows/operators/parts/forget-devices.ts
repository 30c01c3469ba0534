import { recordEvent } from '#accounts/events/record.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import { deleteDevice, deleteDevices } from '#credentials/trusted-devices/queries.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import type { OperatorAct } from '../acts/act.ts'

/** Stops trusting a device: the next sign-in on it takes the second step. Sessions stay. @throws 404 if there is none */
export const forgetDeviceOf = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { id, ...act }: OperatorAct & { id: string },
): Promise<void> => {
  if (!isId(id)) throw notFound()
  await db.transaction(async (runner) => {
    if (!(await deleteDevice(runner, { userId, id }))) throw notFound()
    await tell(runner, userId, [id], act)
  })
}

/** The same of all of them. @returns how many there were; undefined if there is no such account */
export const forgetDevicesOf = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  act: OperatorAct,
): Promise<number | undefined> =>
  db.transaction(async (runner) => {
    // sign-ins that are about to trust a device come before it or after it
    if (!(await lockUser(runner, userId))) return undefined
    const ids = await deleteDevices(runner, userId)
    await tell(runner, userId, ids, act)
    return ids.length
  })

const tell = (runner: Runner, userId: string, ids: readonly string[], act: OperatorAct): Promise<unknown> =>
  recordEvent(
    runner,
    ...ids.map((id) => ({ type: 'trusted_device.removed', userId, ...act, detail: { id } }) as const),
  )
