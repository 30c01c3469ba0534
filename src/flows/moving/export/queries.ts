import { surelyProvenMailboxOf } from '#accounts/users/queries/emails.ts'
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
  run(runner, 'listExportRows')`${usersAfter(after, limit, { columns, joins })}`

const ofUser = sql`users.id`

const columns = sql`
  mailbox.typed, mailbox."isProven", password.phc, password."pepperId", ${sealedAppsOf(ofUser)} as apps,
  ${identitiesJsonOf(ofUser)} as identities`

const joins = sql`
  join lateral (${surelyProvenMailboxOf(ofUser)}) as mailbox on true
  left join lateral (${storedHashOf(ofUser)}) as password on true`
