import { mailboxOf } from '../../accounts/users/emails/queries.ts'
import { batched } from '../../platform/db/batched.ts'
import { query, sql } from '../../platform/db/sql.ts'
import { type AccessClaim, accessClaims, type LiveToken, liveToken } from '../../sessions/access/queries.ts'

export const findToken = batched<AccessClaim, LiveToken>(
  (claims) => query('findToken')`select ${liveToken} from ${accessClaims(claims)}`,
)

export type LiveTokenAndMailbox = LiveToken & { email: string; isVerified: boolean }

export const findTokenAndMailbox = batched<AccessClaim, LiveTokenAndMailbox>(
  (claims) => query('findTokenAndMailbox')`
    select ${liveToken}, mailbox.typed as email, mailbox."isProven" as "isVerified"
    from ${accessClaims(claims)}
    join lateral (${mailboxOf(sql`account.id`)}) as mailbox on true`,
)
