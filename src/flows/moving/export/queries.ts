import { mailboxOf } from '#accounts/users/queries/emails.ts'
import { usersAfter } from '#accounts/users/queries/moved-users.ts'
import { identitiesJsonOf } from '#credentials/identities/queries/identities.ts'
import { storedHashOf } from '#credentials/password/queries.ts'
import { sealedAppsOf } from '#credentials/totp/queries/authenticators.ts'
import { type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'

export type ExportRow = {
  id: string
  createdAt: Date
  language: string | null
  externalId: string | null
  disabledAt: Date | null
  disabledUntil: Date | null
  disabledReason: string | null
  typed: string
  isProven: boolean
  phc: string | null
  pepperId: string | null
  apps: { name: string; sealed: string }[]
  identities: { provider: string; subject: string; email: string | null }[]
}

/** People in the order of their ids, behind one. */
export const listExportRows = (runner: Runner, after: string, limit: number): Promise<ExportRow[]> =>
  run(runner, 'listExportRows')`
    select account.*, mailbox.typed, mailbox."isProven", password.phc, password."pepperId",
      ${sealedAppsOf(sql`account.id`)} as apps, ${identitiesJsonOf(sql`account.id`)} as identities
    from (${usersAfter(after, limit)}) as account
    cross join lateral (${mailboxOf(sql`account.id`)}) as mailbox
    left join lateral (${storedHashOf(sql`account.id`)}) as password on true
    order by account.id`
