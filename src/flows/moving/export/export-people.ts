import { users } from '#accounts/users/index.ts'
import { identities } from '#credentials/identities/index.ts'
import { passwords } from '#credentials/password/index.ts'
import { totpFactors } from '#credentials/totp/index.ts'
import { nobody } from '#platform/crypto/id.ts'
import type { KeyRing } from '#platform/crypto/keys.ts'
import { freezeView } from '#platform/db/back-up/queries.ts'
import type { Db, Runner } from '#platform/db/db.ts'
import { exportedPerson } from './exported-person.ts'
import { listExportRows } from './queries.ts'

const atOnce = 1_000

const tables = [users, passwords, totpFactors, identities].flatMap((module) => module.tables)

type ExportOptions = {
  /** Those that seal secrets. Without them, secrets stay here. */
  keys: KeyRing | undefined
  write: (lines: AsyncIterable<string>) => Promise<void>
  tell?: (people: number) => void
}

/** Writes everybody as they are at one moment, in the lines that an import reads; but for those who are leaving. */
export const exportPeople = (db: Db, { keys, write, tell = () => {} }: ExportOptions): Promise<void> =>
  db.transaction(
    async (runner) => {
      await freezeView(runner, tables)
      await write(exportLines(runner, keys, tell))
    },
    { isPatient: true },
  )

async function* exportLines(
  runner: Runner,
  keys: KeyRing | undefined,
  tell: (people: number) => void,
): AsyncGenerator<string> {
  for (let after = nobody; ; ) {
    const rows = await listExportRows(runner, after, atOnce)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => `${JSON.stringify(exportedPerson(row, keys))}\n`).join('')
    tell(rows.length)
    after = last.id
  }
}
