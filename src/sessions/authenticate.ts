import { isAuthentic, readToken } from '../crypto/token.ts'
import type { Deps } from '../deps.ts'
import { notFound, unauthorized } from '../errors.ts'
import { findLive, noteUse } from './queries.ts'

/** The session that a request is made with. */
export type Bearer = {
  userId: string
  sessionId: string
  methods: string[]
  /** Seconds since the person proved who they are. */
  provenSecondsAgo: number
}

/** Whose access token this is. @throws 401 for anything but a living, authentic one */
export const authenticate = async (deps: Deps, token: string): Promise<Bearer> => {
  const presented = readToken(deps.keys, 'access', token)
  if (!presented) throw unauthorized()
  const session = await findLive(deps.db, presented)
  if (!session || !isAuthentic(presented, session.seed)) throw unauthorized()
  const { userId, sessionId } = presented
  if (session.isUseUnnoted) deps.later(() => noteUse(deps.db, userId, sessionId))
  return { userId, sessionId, methods: session.methods, provenSecondsAgo: session.provenSecondsAgo }
}

/**
 * The same, for what belongs to one user. Somebody else's id and an id that nobody has are the same to the asker.
 *
 * @throws 401, and 404 when the id is not the asker's own
 */
export const authenticateOwner = async (deps: Deps, token: string, userId: string): Promise<Bearer> => {
  const bearer = await authenticate(deps, token)
  if (bearer.userId !== userId) throw notFound()
  return bearer
}
