import type { Deps } from '../deps.ts'
import { isAuthentic, readToken } from '../platform/crypto/token.ts'
import type { Runner } from '../platform/db/db.ts'
import { emailUnverified, notFound, unauthorized } from '../platform/errors.ts'
import { about } from '../platform/refusals/concerning.ts'
import { noteUses } from './note-uses.ts'
import { type AccessClaim, findLive, type Live, type SessionProof } from './queries/access.ts'

/** The session of a request. */
export type Bearer = { userId: string; sessionId: string } & SessionProof

/** Finds the session of an access token, and further data in the same round trip. */
type Find<Found extends Live> = (runner: Runner, claim: AccessClaim) => Promise<Found | undefined>

/** @throws 401 unless the token is authentic and its session active, 403 while that awaits a proof of its mailbox */
export const authenticate = (deps: Deps, token: string): Promise<Bearer> =>
  bearerBy(deps, token, refuseAwaiting)

/** The same for requests that lead to that proof. @throws 401 */
export const authenticateAwaiting = (deps: Deps, token: string): Promise<Bearer> =>
  bearerBy(deps, token, () => {})

const bearerBy = async (deps: Deps, token: string, judge: Judge): Promise<Bearer> => {
  const { userId, sessionId, found } = await authenticateWith(deps, token, findLive, judge)
  const { methods, provenSecondsAgo, factorProvenSecondsAgo } = found
  return { userId, sessionId, methods, provenSecondsAgo, factorProvenSecondsAgo }
}

/** The same, and returns the further data. */
export const authenticateWith = async <Found extends Live>(
  deps: Deps,
  token: string,
  find: Find<Found>,
  judge: Judge = refuseAwaiting,
): Promise<{ userId: string; sessionId: string; found: Found }> => {
  const presented = readToken(deps.keys, 'access', token)
  if (!presented) throw unauthorized()
  const found = await find(deps.db, presented)
  if (!found || !isAuthentic(presented, found.seed)) throw unauthorized()
  const { userId, sessionId } = presented
  judge(found, userId)
  if (found.unnoted) await noteUses(deps, [{ ...presented, unnoted: found.unnoted }])
  return { userId, sessionId, found }
}

type Judge = (found: Live, userId: string) => void

const refuseAwaiting: Judge = ({ awaitsEmail }, userId) => {
  if (awaitsEmail) throw about(emailUnverified(), userId)
}

type OfUser = { id: string }

/**
 * For what belongs to one user, by id or `me`.
 * @throws 401, 403 while the session awaits a proof of its mailbox, and the same 404 for someone else's id and for one that
 *   nobody has
 */
export const authenticateOwner = async (deps: Deps, token: string, { id }: OfUser): Promise<Bearer> =>
  ownerBy(await authenticate(deps, token), id)

/** The same for requests that lead to that proof. */
export const authenticateAwaitingOwner = async (deps: Deps, token: string, { id }: OfUser): Promise<Bearer> =>
  ownerBy(await authenticateAwaiting(deps, token), id)

const ownerBy = (bearer: Bearer, id: string): Bearer => {
  if (id !== 'me' && id !== bearer.userId) throw about(notFound(), bearer.userId)
  return bearer
}
