import type { FactorMethod } from '#contract/wire.ts'
import { ofEnabled } from '../../accounts/users/queries/users.ts'
import { secondStepTraces } from '../../credentials/index.ts'
import { trustedDevice } from '../../credentials/trusted-devices/credential.ts'
import { anyRow, type Runner, run } from '../../platform/db/db.ts'
import { fullyProvenAt, type SessionKey } from '../queries/sessions.ts'

/** By a first factor, which proves no second one. @returns whether the session exists */
export const renewProof = (runner: Runner, { userId, sessionId }: SessionKey): Promise<boolean> =>
  anyRow(runner, 'renewProof')`
    update sessions
    set authenticated_at = now(),
      fully_proven_at = least(now(),
        case when methods && ${secondStepTraces}::text[] then ${fullyProvenAt} else 'infinity' end)
    where user_id = ${userId} and id = ${sessionId}
    returning id`

/** By the second factor, which takes the place of a trusted device among the methods. */
export const renewFactorProof = (
  runner: Runner,
  { userId, sessionId }: SessionKey,
  method: FactorMethod,
): Promise<unknown> =>
  run(runner, 'renewFactorProof')`
    update sessions
    set authenticated_at = now(), factor_proven_at = now(), fully_proven_at = now(),
      methods = array_replace(methods, ${trustedDevice.kind}::text, ${method}::text)
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
    set methods = array_append(
      array_remove(array_remove(methods, ${method}::text), ${trustedDevice.kind}::text), ${method}::text)
    where user_id = ${userId} and id = ${sessionId} and refresh_ends_at > now() and ${ofEnabled(userId)}
    returning id`
