import type { Session } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import type { Bearer } from './authenticate.ts'
import { listLive } from './queries.ts'

/** Newest first. */
export const listSessions = async (deps: Deps, { userId, sessionId }: Bearer): Promise<Session[]> => {
  const rows = await listLive(deps.db, userId)
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    kind: row.kind,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    userAgent: row.userAgent,
    ip: row.ip,
    methods: row.methods,
  }))
}
