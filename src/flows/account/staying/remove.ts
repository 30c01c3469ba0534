import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import { deleteIdentity } from '#credentials/identities/queries/identities.ts'
import { deletePasskey, findPasskey } from '#credentials/passkeys/queries/passkeys.ts'
import { confinePasskey } from '#credentials/passkeys/queries/suspects.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { endForOwner, endSessions } from '#sessions/end.ts'
import { stayingAfter } from './list.ts'
import { findUse, ownerOfLink } from './used.ts'

type Thing = { kind: string; id: string }

/**
 * Removes one of the things that would stay, for the holder of a working link. The sessions that it opened end, too.
 * @throws 401 if the link no longer works, 404 for things that would not stay, or are only a second factor
 */
export const removeStaying = (
  { db }: Deps,
  token: string,
  { kind, id }: Thing,
  client: Client,
): Promise<void> =>
  db.transaction(async (runner) => {
    const userId = ownerOfLink(token)
    // first: a use of the link waits, or has happened
    await lockUser(runner, userId)
    const staying = await stayingAfter(runner, await findUse(runner, token))
    const isThere = staying.some((thing) => thing.kind === kind && thing.id === id && thing.isRemovable)
    const remove = Object.hasOwn(removers, kind) ? removers[kind] : undefined
    if (!isThere || !remove) throw notFound()
    // sign-ins by it that are in progress
    await cancelPending(runner, userId)
    await remove(runner, { userId, id }, client)
  })

type Remove = (runner: Runner, of: { userId: string; id: string }, client: Client) => Promise<unknown>

const by = 'link'

const removers: Record<string, Remove> = {
  passkey: async (runner, { userId, id }, client) => {
    const passkey = await findPasskey(runner, userId, id)
    // without the second factor, a stranger at the mailbox would only have to set a password
    if (passkey?.secondFactorSince) await confinePasskey(runner, userId, id)
    else await deletePasskey(runner, userId, id)
    await endSessions(runner, userId, { why: 'passkey_removed', address: client.address }, { by: 'passkey' })
    await recordEvent(runner, { type: 'passkey.removed', userId, ...cameFrom(client), detail: { id, by } })
  },
  identity: async (runner, { userId, id: provider }, client) => {
    await deleteIdentity(runner, userId, provider)
    await endSessions(runner, userId, { why: 'identity_unlinked', address: client.address }, { by: provider })
    await recordEvent(runner, {
      type: 'identity.unlinked',
      userId,
      ...cameFrom(client),
      detail: { provider, by },
    })
  },
  session: (runner, { userId, id: sessionId }, { address }) =>
    endForOwner(runner, { userId, sessionId }, { why: 'ended_by_owner', address }),
}
