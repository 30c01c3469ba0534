import { deletesAt } from '#accounts/users/queries/deletions.ts'
import { type AddressRange, mailboxById, mailboxesIn, mailboxesOf } from '#accounts/users/queries/emails.ts'
import { invitedUntil } from '#accounts/users/queries/invitations.ts'
import { lastSeenAt } from '#accounts/users/queries/known-addresses.ts'
import { type Candidate, candidatesOf, type Search } from '#accounts/users/queries/search.ts'
import { adminFactsOf } from '#accounts/users/queries/users.ts'
import { backupCodesLeft } from '#credentials/backup-codes/queries.ts'
import { providerNamesOf } from '#credentials/identities/queries/identities.ts'
import { countOfPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { hasPassword } from '#credentials/password/queries.ts'
import { isGuarded } from '#credentials/queries.ts'
import { firstRow, type Runner, run } from '#platform/db/db.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { lastOpenedAt } from '#sessions/queries/sessions.ts'

/** An account, as operators see it. */
export type AdminRow = {
  id: string
  email: string
  canonical: string
  emailVerified: boolean
  createdAt: Date
  language: string | null
  disabledAt: Date | null
  disabledUntil: Date | null
  disabledReason: string | null
  externalId: string | null
  lastSignInAt: Date | null
  hasPassword: boolean
  providers: string[]
  passkeys: number
  /** Null without a second factor. */
  backupCodesLeft: number | null
  deletesAt: Date | null
  invitedUntil: Date | null
}

const adminRows = (mailboxes: Fragment, id: Fragment): Fragment => sql`
  select mailbox.*, facts.*, greatest(${lastSeenAt(id)}, ${lastOpenedAt(id)}) as "lastSignInAt",
    ${hasPassword(id)} as "hasPassword", ${providerNamesOf(id)} as providers, ${countOfPasskeys(id)} as "passkeys",
    case when ${isGuarded(id)} then ${backupCodesLeft(id)} end as "backupCodesLeft", ${deletesAt(id)} as "deletesAt",
    ${invitedUntil(id)} as "invitedUntil"
  from (${mailboxes}) as mailbox
  cross join lateral (${adminFactsOf(id)}) as facts
  order by mailbox.canonical`

export const findAdminRow = (runner: Runner, userId: string): Promise<AdminRow | undefined> =>
  firstRow(runner, 'findAdminRow')`${adminRows(mailboxById(userId), sql`${userId}`)}`

/** In the order of canonical addresses. */
export const listAdminRows = (runner: Runner, range: AddressRange): Promise<AdminRow[]> =>
  run(runner, 'listAdminRows')`${adminRows(mailboxesIn(range), sql`mailbox.id`)}`

/** In the order of canonical addresses. */
export const listAdminRowsOf = (runner: Runner, userIds: readonly string[]): Promise<AdminRow[]> =>
  run(runner, 'listAdminRowsOf')`${adminRows(mailboxesOf(userIds), sql`mailbox.id`)}`

/** Whom a search looks at, the newest first. */
export const listCandidates = (runner: Runner, search: Search): Promise<Candidate[]> =>
  run(runner, 'listCandidates')`${candidatesOf(search, isGuarded(sql`users.id`))}`
