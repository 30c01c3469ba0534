import type { Client, Deps } from '../../deps.ts'
import { counted } from '../../platform/metrics/counted.ts'
import { outcomes, type SignInGrant } from '../../platform/metrics/metrics.ts'
import { completeFirstFactor, type FirstFactor } from './complete.ts'
import type { SignIn } from './grants/grant.ts'

/** A sign-in by a grant that proves a first factor, counted by how it ends. */
export const signInBy =
  <Body>(
    grant: SignInGrant,
    prove: (deps: Deps, body: Body, client: Client) => Promise<FirstFactor>,
  ): SignIn<Body> =>
  (deps, body, client, kind = 'application') =>
    countedSignIn(deps, grant, async () =>
      completeFirstFactor(deps, { ...(await prove(deps, body, client)), kind }, client),
    )

export const countedSignIn = <Result>(
  { metrics }: Deps,
  grant: SignInGrant,
  work: () => Promise<Result>,
): Promise<Result> => counted(outcomes.signIn, (outcome) => metrics.signIns.add({ grant, outcome }), work)
