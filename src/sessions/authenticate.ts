import type { Deps } from '../deps.ts'
import { isAuthentic, readToken } from '../platform/crypto/token.ts'
import type { Runner } from '../platform/db/db.ts'
import { notFound, unauthorized } from '../platform/errors.ts'
import { type AccessClaim, findLive, type Live, noteFirstUse, noteUse } from './access/queries.ts'

/** The session that a request is made with. */
export type Bearer = {
  userId: string
  sessionId: string
  methods: string[]
  /** Seconds since the person proved who they are. */
  provenSecondsAgo: number
  /** Seconds since the second factor was proven again; null when it was not since the session was opened. */
  factorProvenSecondsAgo: number | null
}

/** Looks for the session of an access token, and for whatever else is wanted in the same round trip. */
type Find<Found extends Live> = (runner: Runner, claim: AccessClaim) => Promise<Found | undefined>

/** Whose access token this is. @throws 401 for anything but a living, authentic one */
export const authenticate = async (deps: Deps, token: string): Promise<Bearer> => {
  const { userId, sessionId, found } = await authenticateWith(deps, token, findLive)
  const { methods, provenSecondsAgo, factorProvenSecondsAgo } = found
  return { userId, sessionId, methods, provenSecondsAgo, factorProvenSecondsAgo }
}

/** The same, with whatever else was looked for. */
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
  if (found.isFirstUse) await noteFirstUse(deps.db, presented)
  if (found.isUseUnnoted) deps.later(() => noteUse(deps.db, userId, sessionId))
  return { userId, sessionId, found }
}

/**
 * The same, for what belongs to one user: by id, or `me`. Somebody else's id and an id that nobody has are the same to
 * the asker.
 *
 * @throws 401, and 404 when the id is not the asker's own
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
