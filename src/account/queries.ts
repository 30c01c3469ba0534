import { gather } from '../db/gather.ts'
import { sql } from '../db/sql.ts'
import { type AccessClaim, accessClaims, type LiveSession, liveSession } from '../sessions/queries.ts'

/** A session and the account that it belongs to. */
export type LiveAccount = LiveSession & {
  email: string
  emailVerified: boolean
  createdAt: Date
  isTwoFactorEnabled: boolean
  backupCodesLeft: number
}

/** The session of an access token together with its account, in one round trip: this is the hottest path of all. */
export const findLiveAccount = gather<AccessClaim, LiveAccount>(
  (claims) => sql`
    select ${liveSession}, emails.typed as email, emails.verified_at is not null as "emailVerified",
      users.created_at as "createdAt", totp_factors.user_id is not null as "isTwoFactorEnabled",
      case when totp_factors.user_id is null then 0 else (
        select count(*)::integer from backup_codes where user_id = users.id and spent_at is null
      ) end as "backupCodesLeft"
    from ${accessClaims(claims)}
    join users on users.id = sessions.user_id
    join emails on emails.user_id = users.id
    left join totp_factors on totp_factors.user_id = users.id`,
)
