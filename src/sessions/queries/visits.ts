import { joinEnabled } from '../../accounts/users/queries/users.ts'
import { firstRow, type Runner, run } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type VisitKind, visitLifetimes } from '../lifetimes.ts'
import type { SessionProof } from './access.ts'
import { fullyProvenAt, type SessionKey } from './sessions.ts'

type VisitKey = SessionKey & { kind: VisitKind }

type LiveVisit = SessionProof & {
  /** Since all of `methods` were last proven. */
  fullyProvenSecondsAgo: number
  seed: Uint8Array
  epoch: number
  language: string | null
  isUnnoted: boolean
  /** Whether it only reaches what leads to a proof of the mailbox. */
  awaitsEmail: boolean
}

export const findVisit = (
  runner: Runner,
  { userId, sessionId, kind }: VisitKey,
): Promise<LiveVisit | undefined> =>
  firstRow(runner, 'findVisit')`
    select seed, methods, account.epoch, account.language, extract(epoch from now() - authenticated_at)::float8 as "provenSecondsAgo",
      extract(epoch from now() - factor_proven_at)::float8 as "factorProvenSecondsAgo",
      extract(epoch from now() - ${fullyProvenAt})::float8 as "fullyProvenSecondsAgo",
      last_used_at < now() - interval '1 minute' as "isUnnoted", awaits_email as "awaitsEmail"
    from sessions
    ${joinEnabled(sql`sessions.user_id`)}
    where user_id = ${userId} and sessions.id = ${sessionId} and kind = ${kind} and refresh_ends_at > now()`

/** Postpones its end, within its day or, at the console, eight hours. Skips a locked row. */
export const prolongVisit = (runner: Runner, { userId, sessionId, kind }: VisitKey): Promise<unknown> =>
  run(runner, 'prolongVisit')`
    update sessions
    set last_used_at = now(),
      refresh_ends_at = least(now() + make_interval(secs => ${visitLifetimes[kind].idleSeconds}), ends_at)
    where user_id = ${userId} and id in (
      select id
      from sessions
      where user_id = ${userId} and id = ${sessionId} and kind = ${kind} and refresh_ends_at > now()
      for no key update skip locked
    )`
