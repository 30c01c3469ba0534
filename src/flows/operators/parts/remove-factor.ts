import { recordEvent } from '#accounts/events/record.ts'
import type { Offering } from '#credentials/credential.ts'
import { keepingWayIn } from '#credentials/keeping-way-in.ts'
import { deletePasskey } from '#credentials/passkeys/queries/passkeys.ts'
import { activeMethods } from '#credentials/queries.ts'
import { deleteAuthenticator } from '#credentials/totp/queries/authenticators.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import type { Runner } from '#platform/db/db.ts'
import { lastAuthenticator, notFound } from '#platform/errors.ts'
import { cancelPending } from '#sessions/cancel-pending.ts'
import { endSessions } from '#sessions/end.ts'
import type { OperatorAct } from '../acts/act.ts'

type OneOf = OperatorAct & { id: string }

/** Removes one app that is lost. @throws 404, 409 `last_authenticator` for the last second factor, which goes as a whole */
export const removeAppOf = (deps: Pick<Deps, 'db'>, userId: string, { id, ...act }: OneOf): Promise<void> =>
  removing(deps, userId, id, async (runner) => {
    if (!(await deleteAuthenticator(runner, userId, id))) throw notFound()
    await recordEvent(runner, { type: 'authenticator.removed', userId, ...act, detail: { id } })
  })

/** The same of a passkey, with the sessions that passkeys opened. @throws also 409 `last_way_in` */
export const removePasskeyOf = (
  deps: Pick<Deps, 'db'> & Offering,
  userId: string,
  { id, ...act }: OneOf,
): Promise<void> =>
  removing(deps, userId, id, async (runner) => {
    if (!(await keepingWayIn(runner, userId, deps, () => deletePasskey(runner, userId, id)))) throw notFound()
    await endSessions(runner, userId, { why: 'passkey_removed', actor: act.actor }, { by: 'passkey' })
    await recordEvent(runner, { type: 'passkey.removed', userId, ...act, detail: { id } })
  })

const removing = async (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  id: string,
  remove: (runner: Runner) => Promise<void>,
): Promise<void> => {
  if (!isId(id)) throw notFound()
  await db.transaction(async (runner) => {
    // first: one has to stay, of simultaneous requests too
    await cancelPending(runner, userId)
    const wasGuarded = (await activeMethods(runner, userId)).length > 0
    await remove(runner)
    if (wasGuarded && (await activeMethods(runner, userId)).length === 0) throw lastAuthenticator()
  })
}
