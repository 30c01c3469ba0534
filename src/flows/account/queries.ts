import { mailboxOf } from '../../accounts/users/emails/queries.ts'
import { backupCodesLeft } from '../../credentials/backup-codes/queries.ts'
import { isGuarded } from '../../credentials/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { query, sql } from '../../platform/db/sql.ts'
import { type AccessClaim, accessClaims, type Live, live } from '../../sessions/access/queries.ts'

/** A session and the account that it belongs to. */
export type LiveAccount = Live & {
  email: string
  emailVerified: boolean
  createdAt: Date
  /** Nothing when there is no second factor. */
  backupCodesLeft: number | null
}

/** The session of an access token together with its account, in one round trip: this is the hottest path of all. */
export const findLiveAccount = batched<AccessClaim, LiveAccount>(
  (claims) => query('findLiveAccount')`
    select ${live}, mailbox.typed as email, mailbox."isProven" as "emailVerified", account.created_at as "createdAt",
      case when ${isGuarded(sql`account.id`)} then ${backupCodesLeft(sql`account.id`)} end as "backupCodesLeft"
    from ${accessClaims(claims)}
    join lateral (${mailboxOf(sql`account.id`)}) as mailbox on true`,
)
