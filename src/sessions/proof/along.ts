import vine from '@vinejs/vine'
import type { Maker } from '../../accounts/users/queries/suspects.ts'
import { lockUser } from '../../accounts/users/queries/users.ts'
import { factorMethods, haveCode, haveSecondStep } from '../../credentials/index.ts'
import { type Assertion, optionalAssertionField } from '../../credentials/passkeys/answer.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { factorRequired, fieldRequired, notConfigured, unauthorized } from '../../platform/errors.ts'
import { optional } from '../../platform/exact.ts'
import type { Bearer } from '../authenticate.ts'
import { holdSession } from '../queries/sessions.ts'
import { type BothFactors, proveBothFactors } from './both-factors.ts'
import { asTyped } from './check-code.ts'
import { isGuessable } from './factors.ts'
import { requireRecentFirstFactor, withPasskey } from './fresh-proof.ts'
import { renewFactorProof } from './queries.ts'
import type { UseFactor } from './use-factor.ts'

/** The proof sent along with a request: a second factor, or at most a password that may renew the first. */
export type Along = BothFactors | { method?: undefined; password?: string | undefined }

/** The fields of a body that may contain one. */
export const alongFields = () => ({
  code: optional(vine.string()),
  method: optional(vine.enum(factorMethods)),
  credential: optionalAssertionField(),
})

type AlongFields = {
  code?: string | undefined
  method?: BothFactors['method'] | undefined
  credential?: Assertion | undefined
  password?: string | undefined
}

/** @throws 422 for a method without what proves it */
export const alongOf = ({ code, method, credential, password }: AlongFields): Along => {
  if (method === 'passkey' || (method === undefined && credential)) {
    if (!credential) throw fieldRequired('credential')
    return { method: 'passkey', credential, password }
  }
  if (code !== undefined) return { ...asTyped(code, method), password }
  if (method !== undefined) throw fieldRequired('code')
  return { password }
}

/** What counts as an account's second factor. A passkey that signs in does even while two-factor is off. */
export const factorsOf = async (deps: Deps, userId: string): Promise<string[]> =>
  withPasskey(deps, userId, await activeMethods(deps.db, userId))

/**
 * Guards additions of a second factor and the removal of the last one: the request itself must prove one, because a
 * stolen token is worth as much as the last proof of its session. Without any, a recent first factor.
 * @param factors any of which will do; empty if none is asked for
 * @param only the id of the one passkey that will do
 * @throws 403 `factor_required` or `reauthentication_required`, 401 `wrong_code` or `invalid_credentials`, 400
 * `not_configured` for a code where two-factor is off, 429
 */
export const proveAlong = async (
  deps: Deps,
  bearer: Bearer,
  along: Along,
  { factors, only }: { factors: readonly string[]; only?: string | undefined },
  client: Client,
): Promise<UseFactor> => {
  if (along.method !== undefined) {
    // the input decides which kind of code it is
    if (isGuessable(along) && !haveCode(factors)) throw notConfigured()
    return renewing(bearer, along.method, await proveBothFactors(deps, bearer, along, factors, client, only))
  }
  if (along.password !== undefined || factors.length === 0)
    await requireRecentFirstFactor(deps, bearer, along.password, client, factors)
  if (factors.length > 0) throw factorRequired(factors, only)
  return withoutFactor
}

/** Both count as proven anew, as with `POST /auth/proof`. */
const renewing =
  (bearer: Bearer, method: BothFactors['method'], use: UseFactor): UseFactor =>
  (work) =>
    use((spend) =>
      work(async (runner) => {
        await spend(runner)
        // a session of one factor does not come to stand for two
        if (haveSecondStep(bearer.methods)) await renewFactorProof(runner, bearer, method)
      }),
    )

/** If none is asked for. */
export const withoutFactor: UseFactor = (work) => work(async () => {})

/** Does something in the transaction that spends a factor, unless the session has ended. @throws 401 `unauthorized` */
export const useInSession = <Result>(
  { db }: Deps,
  bearer: Bearer,
  use: UseFactor,
  work: (runner: Runner, maker: Maker) => Promise<Result>,
): Promise<Result> =>
  use((spend) =>
    db.transaction(async (runner) => {
      // lock order: the user before factors and sessions
      await lockUser(runner, bearer.userId)
      const maker = await holdSession(runner, bearer)
      if (!maker) throw unauthorized()
      await spend(runner)
      return work(runner, maker)
    }),
  )
