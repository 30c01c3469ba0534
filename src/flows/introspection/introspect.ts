import type { Introspection, Introspections } from '../../../contract/wire.ts'
import type { Caller } from '../../credentials/service-keys/require-scope.ts'
import type { Deps } from '../../deps.ts'
import type { LiveToken } from '../../sessions/access/queries.ts'
import { findBearer } from '../../sessions/authenticate.ts'
import { amrOf } from './amr.ts'
import { findToken, findTokenAndMailbox } from './queries.ts'

/** What a service may know of a token (RFC 7662 §2.2). It is a use of the session, like any other. */
export const introspect = async (deps: Deps, { scopes }: Caller, token: string): Promise<Introspection> => {
  if (!scopes.includes('users:read')) {
    const bearer = await findBearer(deps, token, findToken)
    return bearer ? toldOf(bearer) : { active: false }
  }
  const bearer = await findBearer(deps, token, findTokenAndMailbox)
  if (!bearer) return { active: false }
  const { email, isVerified } = bearer.found
  return { ...toldOf(bearer), email, email_verified: isVerified }
}

/** In the same order. They are looked up together. */
export const introspectAll = async (
  deps: Deps,
  service: Caller,
  tokens: readonly string[],
): Promise<Introspections> => ({
  results: await Promise.all(tokens.map((token) => introspect(deps, service, token))),
})

type Bearing = { userId: string; sessionId: string; found: LiveToken }

const toldOf = ({ userId, sessionId, found: { methods, provenAt, issuedAt, endsAt } }: Bearing) =>
  ({
    active: true,
    sub: userId,
    sid: sessionId,
    token_type: 'Bearer',
    client_id: 'sallyport',
    ...(issuedAt !== null && { iat: issuedAt }),
    exp: endsAt,
    auth_time: provenAt,
    amr: amrOf(methods),
    methods,
  }) as const
