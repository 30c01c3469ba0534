import type { Session } from '../../contract/wire.ts'
import type { Runner } from '../platform/db/db.ts'
import { listLive } from './queries/sessions.ts'

/** Newest first. */
export const listSessions = async (
  { db }: { db: Runner },
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Session[]> => {
  const rows = await listLive(db, userId)
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
