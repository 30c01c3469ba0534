import { type CountedAccount, clearPasswordFailures } from '../../accounts/limits/clear-password-failures.ts'
import { refundAttempts } from '../../accounts/limits/queries/forget.ts'
import { refundedIfUndone } from '../../accounts/limits/refunded-if-undone.ts'
import type { Limit } from '../../accounts/limits/rules.ts'
import { signInsOf } from '../../accounts/limits/sign-ins.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { isKnownAddress as isKnownPlace } from '../../accounts/users/queries/known-addresses.ts'
import { trustedDevice } from '../../credentials/trusted-devices/credential.ts'
import type { Client, Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { counted } from '../../platform/metrics/counted.ts'
import { outcomes, type SignInGrant } from '../../platform/metrics/metrics.ts'
import { concerning } from '../../platform/refusals/concerning.ts'
import { openSession, type SignedIn } from '../../sessions/open.ts'
import type { OnDevice, Opened, SignIn } from './grants/grant.ts'
import { requireSecondFactor } from './second-step/require.ts'
import { NotTrustedAnyMore, type Trusted } from './second-step/trusted-device.ts'

export type FirstFactor = SignedIn & {
  /** Whether the second factor has been proven, too. */
  isComplete?: boolean
  /** Counted before it was checked. Only an outage gives back `signIns`. */
  attempts?: {
    byAddress: readonly Limit[]
    ofAccount?: Limit
    account?: CountedAccount
    signIns?: readonly Limit[]
  }
  /** Whether they signed in from this place lately, where `signIns` are yet to be counted. */
  isKnownAddress?: boolean
  /** What the device keeps on which the second step was taken before. */
  deviceToken?: string | undefined
  /** Runs in the transaction that opens the session, or writes the challenge. */
  settle?: (runner: Runner) => Promise<unknown>
}

/** A sign-in by a grant that proves a first factor, counted by outcome. */
export const signInBy =
  <Body>(
    grant: SignInGrant,
    prove: (deps: Deps, body: Body, client: Client) => Promise<FirstFactor>,
  ): SignIn<Body & OnDevice> =>
  (deps, body, client, kind = 'application') =>
    countedSignIn(deps, grant, async () => {
      const { deviceToken } = body
      return completeFirstFactor(deps, { ...(await prove(deps, body, client)), kind, deviceToken }, client)
    })

export const countedSignIn = <Result>(
  { metrics }: Deps,
  grant: SignInGrant,
  work: () => Promise<Result>,
): Promise<Result> => counted(outcomes.signIn, (outcome) => metrics.signIns.add({ grant, outcome }), work)

/**
 * Every first factor passes here, whichever grant or page proved it: the only way to a session. A complete
 * sign-in clears the account's failures; one that still needs a second factor, or that an outage undoes, refunds its own.
 * @throws 403 `two_factor_required` if the account has a second factor, `two_factor_enrolment_required` if it needs one
 */
export const completeFirstFactor = (deps: Deps, factor: FirstFactor, client: Client): Promise<Opened> => {
  const { byAddress = [], ofAccount, signIns = [] } = factor.attempts ?? {}
  const failures = [...byAddress, ...(ofAccount ? [ofAccount] : [])]
  // or an office would lock itself out while the database is away
  return concerning(factor.userId, () =>
    refundedIfUndone(deps, [...failures, ...signIns], () => {
      const completed = (deviceToken = factor.deviceToken) =>
        complete(deps, { ...factor, deviceToken }, failures, client)
      // of simultaneous uses, the late ones look again, and see that the token was used
      return completed()
        .catch(ifOvertaken(() => completed()))
        .catch(ifOvertaken(() => completed('')))
    }),
  )
}

const ifOvertaken =
  (again: () => Promise<Opened>) =>
  (error: unknown): Promise<Opened> => {
    if (!(error instanceof NotTrustedAnyMore)) throw error
    return again()
  }

const complete = async (
  deps: Deps,
  { attempts, isComplete = false, isKnownAddress, deviceToken, settle, ...signedIn }: FirstFactor,
  failures: readonly Limit[],
  client: Client,
): Promise<Opened> => {
  const count = attempts?.signIns ? undefined : await countIn(deps, signedIn, isKnownAddress, client)
  const challenging = (runner: Runner) =>
    Promise.all([refundAttempts(runner, failures), settle?.(runner), count?.(runner)])
  const trusted = isComplete
    ? undefined
    : await requireSecondFactor(deps, signedIn, client, { deviceToken, settle: challenging })
  const row = await openSession(deps, onDevice(signedIn, trusted), client, (runner) =>
    Promise.all([
      refundAttempts(runner, attempts?.byAddress ?? []),
      attempts?.account && clearPasswordFailures(runner, attempts.account, client),
      settle?.(runner),
      count?.(runner),
      trusted?.use(runner),
    ]),
  )
  if (trusted) deps.metrics.trustedDevices.add({ outcome: 'used' })
  return { ...row, deviceToken: trusted?.deviceToken }
}

const onDevice = (signedIn: SignedIn, trusted: Trusted | undefined): SignedIn =>
  trusted
    ? {
        ...signedIn,
        methods: [...signedIn.methods, trustedDevice.kind],
        factorSecondsAgo: trusted.factorSecondsAgo,
      }
    : signedIn

/** Proofs without a hash are counted with the session they open, and not spent if that is refused. */
const countIn = async (
  deps: Deps,
  { userId }: SignedIn,
  isKnown: boolean | undefined,
  client: Client,
): Promise<(runner: Runner) => Promise<unknown>> => {
  const isKnownAddress = isKnown ?? (await isKnownPlace(deps.db, userId, client.bucket))
  const signIns = signInsOf(deps.config, { userId, isKnownAddress }, { userId }, client)
  // together: a refusal by one undoes the other
  return (runner) => Promise.all(signIns.map((limit) => takeAttempts({ ...deps, db: runner }, [limit])))
}
