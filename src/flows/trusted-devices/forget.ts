import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { deleteDevice, deleteDevices } from '#credentials/trusted-devices/queries.ts'
import type { Client, Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'

/** The device is asked for the second step again. Takes no proof: it gives nobody anything. @throws 404 */
export const forgetDevice = ({ db }: Deps, bearer: Bearer, id: string, client: Client): Promise<void> => {
  if (!isId(id)) throw notFound()
  const { userId } = bearer
  return db.transaction(async (runner) => {
    if (!(await deleteDevice(runner, { userId, id }))) throw notFound()
    await tell(runner, bearer, [id], client)
  })
}

/** The same of all of them. */
export const forgetDevices = ({ db }: Deps, bearer: Bearer, client: Client): Promise<void> =>
  db.transaction(async (runner) => tell(runner, bearer, await deleteDevices(runner, bearer.userId), client))

const tell = async (runner: Runner, { userId, sessionId }: Bearer, ids: string[], client: Client) => {
  const removed = { type: 'trusted_device.removed', userId, sessionId, ...cameFrom(client) } as const
  await recordEvent(runner, ...ids.map((id) => ({ ...removed, detail: { id } })))
}
