import { hasPassword } from '#credentials/password/queries.ts'
import { isGuarded } from '#credentials/queries.ts'
import { anyRow, elsewhere, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'

/** What an account lacks. */
export const findMissing = (
  runner: Runner,
  userId: string,
): Promise<{ password: boolean; secondFactor: boolean }> =>
  onlyRow(runner, 'findMissing')`
    select not ${hasPassword(sql`${userId}`)} as password, not ${isGuarded(sql`${userId}`)} as "secondFactor"`

export type Counts = Readonly<Record<string, number>>

/** How far the import of a file has come. */
type ImportRow = {
  /** Whether an earlier command has begun it. */
  isKnown: boolean
  nextLine: number
  counts: Counts
  begunAt: Date
  endedAt: Date | null
}

/** Of a file that is known already, how far that has come. */
export const beginImport = async (runner: Runner, fileDigest: Uint8Array): Promise<ImportRow> => {
  const isNew = await anyRow(elsewhere(runner), 'beginImport')`
    insert into imports (file_digest, noted_at) values (${fileDigest}, now())
    on conflict (file_digest) do nothing
    returning next_line`
  const row = await onlyRow(runner, 'findImport')<Omit<ImportRow, 'isKnown'>>`
    select next_line as "nextLine", counts, begun_at as "begunAt", ended_at as "endedAt"
    from imports
    where file_digest = ${fileDigest}`
  return { isKnown: !isNew, ...row }
}

export const forgetImport = (runner: Runner, fileDigest: Uint8Array): Promise<unknown> =>
  run(elsewhere(runner), 'forgetImport')`delete from imports where file_digest = ${fileDigest}`

type Progress = { fileDigest: Uint8Array; from: number; nextLine: number; counts: Counts }

/** @returns whether it was where it began: otherwise somebody else imports the same file */
export const noteLine = (
  runner: Runner,
  { fileDigest, from, nextLine, counts }: Progress,
): Promise<boolean> =>
  anyRow(elsewhere(runner), 'noteLine')`
    update imports
    set next_line = ${nextLine}, counts = ${JSON.stringify(counts)}::jsonb, noted_at = now()
    where file_digest = ${fileDigest} and next_line = ${from} and ended_at is null
    returning next_line`

export const endImport = (runner: Runner, fileDigest: Uint8Array): Promise<unknown> =>
  run(elsewhere(runner), 'endImport')`
    update imports set ended_at = now() where file_digest = ${fileDigest}`

/** The file may be forgotten, and then begins anew. */
export const sweepImports = sweepOf(sql`imports`, {
  key: sql`file_digest`,
  when: sql`noted_at`,
  before: sql`now() - interval '90 days'`,
})
