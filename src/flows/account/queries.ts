import { hasProvenMailbox, isUnproven, mailboxOf } from '../../accounts/users/queries/emails.ts'
import { usersSince } from '../../accounts/users/queries/users.ts'
import { backupCodesLeft, hasBackupCodes } from '../../credentials/backup-codes/queries.ts'
import { providerNamesOf } from '../../credentials/identities/queries/identities.ts'
import { type PasskeyUse, passkeyUsesOf } from '../../credentials/passkeys/queries/passkeys.ts'
import { hasPassword } from '../../credentials/password/queries.ts'
import { isGuarded } from '../../credentials/queries.ts'
import { countOfAuthenticators } from '../../credentials/totp/queries/authenticators.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Runner, run } from '../../platform/db/db.ts'
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

/** What some accounts have in common, and how many they are. */
export type Kit = {
  people: number
  hasPassword: boolean
  passkeys: PasskeyUse[]
  providers: string[]
  apps: number
  hasBackupCodes: boolean
  hasProvenMailbox: boolean
  hasUnprovenMailbox: boolean
  isGuarded: boolean
}

const ofUser = sql`users.id`

/** Of an account and all that are newer: by that index, and few rows however many there are. */
export const listKits = (runner: Runner, oldest: string): Promise<Kit[]> =>
  run(runner, 'listKits')`
    select count(*)::integer as people, "hasPassword", passkeys, providers, apps, "hasBackupCodes", "hasProvenMailbox",
      "hasUnprovenMailbox", "isGuarded"
    from (
      select ${hasPassword(ofUser)} as "hasPassword", ${passkeyUsesOf(ofUser)} as passkeys,
        ${providerNamesOf(ofUser)} as providers, ${countOfAuthenticators(ofUser)} as apps,
        ${hasBackupCodes(ofUser)} as "hasBackupCodes", ${hasProvenMailbox(ofUser)} as "hasProvenMailbox",
        ${isUnproven(ofUser)} as "hasUnprovenMailbox", ${isGuarded(ofUser)} as "isGuarded"
      from ${usersSince(oldest)}
    ) as kit
    group by "hasPassword", passkeys, providers, apps, "hasBackupCodes", "hasProvenMailbox", "hasUnprovenMailbox", "isGuarded"`
