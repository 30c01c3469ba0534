import { ofEnabled } from '../../accounts/users/queries/users.ts'
import { factorMethods } from '../../credentials/index.ts'
import { anyRow, type Runner, run } from '../../platform/db/db.ts'
import { fullyProvenAt, type SessionKey } from '../queries/sessions.ts'

/** By a first factor, which proves no second one. @returns whether the session exists */
export const renewProof = (runner: Runner, { userId, sessionId }: SessionKey): Promise<boolean> =>
  anyRow(runner, 'renewProof')`
    update sessions
    set authenticated_at = now(),
      fully_proven_at = least(now(),
        case when methods && ${factorMethods}::text[] then ${fullyProvenAt} else 'infinity' end)
    where user_id = ${userId} and id = ${sessionId}
    returning id`

/** By the second factor. */
export const renewFactorProof = (runner: Runner, { userId, sessionId }: SessionKey): Promise<unknown> =>
  run(runner, 'renewFactorProof')`
    update sessions
    set authenticated_at = now(), factor_proven_at = now(), fully_proven_at = now()
    where user_id = ${userId} and id = ${sessionId}`

/** Of every session of a user: backdated, so that everything has to be proven again. */
export const expireProofs = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'expireProofs')`
    update sessions
    set authenticated_at = now() - interval '1 day', factor_proven_at = null,
      fully_proven_at = now() - interval '1 day'
    where user_id = ${userId}`

/** @returns whether the session is active */
export const addMethod = (
  runner: Runner,
  { userId, sessionId }: SessionKey,
  method: string,
): Promise<boolean> =>
  anyRow(runner, 'addMethod')`
    update sessions
    set methods = array_append(array_remove(methods, ${method}::text), ${method}::text)
    where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}
    returning id`
