import type { TokenPair } from '#contract/wire.ts'
import type { Client, Deps } from '#deps.ts'
import type { BodyShape } from '#platform/exact.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { pairOf } from '#sessions/pair.ts'
import type { TokenRow } from '#sessions/queries/sessions.ts'

/** One way to get a pair of tokens: the body beside `grant_type`, and its exchange. */
export type Grant<Body> = {
  body: BodyShape<Body>
  exchange: (deps: Deps, body: Body, client: Client) => Promise<TokenPair>
}

/** Opens a session, for an application by default. */
export type SignIn<Body> = (deps: Deps, body: Body, client: Client, kind?: SessionKind) => Promise<TokenRow>

/** The exchange of a grant that signs somebody in. */
export const exchangeBy =
  <Body>(signIn: SignIn<Body>): Grant<Body>['exchange'] =>
  async (deps, body, client) =>
    pairOf(deps, await signIn(deps, body, client))
