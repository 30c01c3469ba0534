import { mailboxOf } from '../../accounts/users/queries/emails.ts'
import { backupCodesLeft } from '../../credentials/backup-codes/queries.ts'
import { isGuarded } from '../../credentials/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { query, sql } from '../../platform/db/sql.ts'
import { type AccessClaim, accessClaims, type Live, live } from '../../sessions/queries/access.ts'

/** The session of an access token, and its account. */
type LiveAccount = Live & {
  email: string
  emailVerified: boolean
  createdAt: Date
  language: string | null
  externalId: string | null
  /** Null without a second factor. */
  backupCodesLeft: number | null
}

/** One round trip, because this is the hottest path. */
export const findLiveAccount = batched<AccessClaim, LiveAccount>(
  (claims) => query('findLiveAccount')`
    select asked.n::integer, ${live}, mailbox.typed as email, mailbox."isProven" as "emailVerified", account.created_at as "createdAt",
      account.language, account.external_id as "externalId",
      case when ${isGuarded(sql`asked.user_id`)} then ${backupCodesLeft(sql`asked.user_id`)} end as "backupCodesLeft"
    from ${accessClaims(claims)}
    join lateral (${mailboxOf(sql`asked.user_id`)}) as mailbox on true`,
)
