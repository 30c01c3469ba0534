import { gather } from '../../platform/db/gather.ts'
import { sql } from '../../platform/db/sql.ts'
import { type AccessClaim, accessClaims, type Live, live } from '../../sessions/queries.ts'

/** A session and the account that it belongs to. */
export type LiveAccount = Live & {
  email: string
  emailVerified: boolean
  createdAt: Date
  /** Nothing when there is no second factor. */
  backupCodesLeft: number | null
}

/** The session of an access token together with its account, in one round trip: this is the hottest path of all. */
export const findLiveAccount = gather<AccessClaim, LiveAccount>(
  (claims) => sql`
    select ${live}, emails.typed as email, emails.verified_at is not null as "emailVerified",
      users.created_at as "createdAt",
      case when totp_factors.user_id is not null then (
        select count(*)::integer from backup_codes where user_id = users.id and spent_at is null
      ) end as "backupCodesLeft"
    from ${accessClaims(claims)}
    join emails on emails.user_id = users.id
    left join totp_factors on totp_factors.user_id = users.id`,
)
