import type { TokenPair } from '../../../../contract/wire.ts'
import type { Client, Deps } from '../../../deps.ts'
import type { BodyShape } from '../../../platform/exact.ts'
import { pairOf } from '../../../sessions/pair.ts'
import { completeFirstFactor, type FirstFactor } from '../complete.ts'

/** One way to get a pair of tokens: the body beside `grant_type`, and its exchange. */
export type Grant<Body> = {
  body: BodyShape<Body>
  exchange: (deps: Deps, body: Body, client: Client) => Promise<TokenPair>
}

/** The exchange of a grant that proves a first factor only. */
export const afterFirstFactor =
  <Body>(prove: (deps: Deps, body: Body, client: Client) => Promise<FirstFactor>): Grant<Body>['exchange'] =>
  async (deps, body, client) =>
    pairOf(deps, await completeFirstFactor(deps, await prove(deps, body, client), client))
