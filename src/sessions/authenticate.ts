import type { Deps } from '../deps.ts'
import { isAuthentic, readToken } from '../platform/crypto/token.ts'
import type { Runner } from '../platform/db/db.ts'
import { notFound, unauthorized } from '../platform/errors.ts'
import { noteUses } from './access/note-uses.ts'
import { type AccessClaim, findLive, type Live, type SessionProof } from './access/queries.ts'

/** The session of a request. */
export type Bearer = { userId: string; sessionId: string } & SessionProof

/** Finds the session of an access token, and whatever else is wanted in the same round trip. */
type Find<Found extends Live> = (runner: Runner, claim: AccessClaim) => Promise<Found | undefined>

/** @throws 401 unless the token is authentic and its session active */
export const authenticate = async (deps: Deps, token: string): Promise<Bearer> => {
  const { userId, sessionId, found } = await authenticateWith(deps, token, findLive)
  const { methods, provenSecondsAgo, factorProvenSecondsAgo } = found
  return { userId, sessionId, methods, provenSecondsAgo, factorProvenSecondsAgo }
}

/** The same, and returns whatever else `find` found. */
export const authenticateWith = async <Found extends Live>(
  deps: Deps,
  token: string,
  find: Find<Found>,
): Promise<{ userId: string; sessionId: string; found: Found }> => {
  const presented = readToken(deps.keys, 'access', token)
  if (!presented) throw unauthorized()
  const found = await find(deps.db, presented)
  if (!found || !isAuthentic(presented, found.seed)) throw unauthorized()
  const { userId, sessionId } = presented
  if (found.unnoted) await noteUses(deps, [{ ...presented, unnoted: found.unnoted }])
  return { userId, sessionId, found }
}

/**
 * For what belongs to one user, by id or `me`.
 * @throws 401, and the same 404 for someone else's id and for one that nobody has
 */
export const authenticateOwner = async (
  deps: Deps,
  token: string,
  { id }: { id: string },
): Promise<Bearer> => {
  const bearer = await authenticate(deps, token)
  if (id !== 'me' && id !== bearer.userId) throw notFound()
  return bearer
}
