import vine from '@vinejs/vine'
import type { CompletedSignIn } from '#contract/wire.ts'
import type { Client, Deps } from '#deps.ts'
import { type BodyShape, optional } from '#platform/exact.ts'
import type { SessionKind } from '#sessions/lifetimes.ts'
import { pairOf } from '#sessions/pair.ts'
import type { TokenRow } from '#sessions/queries/sessions.ts'

/** One way to get a pair of tokens: the body beside `grant_type`, and its exchange. */
export type Grant<Body> = {
  body: BodyShape<Body>
  exchange: (deps: Deps, body: Body, client: Client) => Promise<CompletedSignIn>
}

/** A session, what a trusted device keeps, and backup codes for somebody who never had any. */
export type Opened = TokenRow & { deviceToken?: string | undefined; backup?: string[] | undefined }

/** Opens a session, for an application by default. */
export type SignIn<Body> = (deps: Deps, body: Body, client: Client, kind?: SessionKind) => Promise<Opened>

/** The device of a sign-in by a first factor. */
export type OnDevice = { deviceToken?: string | undefined }

export const deviceField = () => ({ deviceToken: optional(vine.string()) })

/** The exchange of a grant that signs somebody in. */
export const exchangeBy =
  <Body>(signIn: SignIn<Body>): Grant<Body>['exchange'] =>
  async (deps, body, client) => {
    const { deviceToken, backup, ...row } = await signIn(deps, body, client)
    return {
      ...pairOf(deps, row),
      ...(deviceToken !== undefined && { deviceToken }),
      ...(backup && { backup }),
    }
  }
