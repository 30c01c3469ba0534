import { showUser } from '../../src/flows/operators/directory/show.ts'
import { isId } from '../../src/platform/crypto/id.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'
import { addressIn, findUser } from './find-user.ts'

/** The actor of commands. */
export const actor = { kind: 'operator' } as const

export type Account = { db: Db; userId: string }

/** Does something with the account of an address or an id. @throws if there is none, a `UsageError` if it is neither */
export const withAccount = async (name: string, work: (account: Account) => Promise<void>): Promise<void> => {
  if (!isId(name)) addressIn(name)
  await withDatabase(async (db) => work({ db, userId: await findUser(db, name) }))
}

/** The result: in words, or with `--json` the account as it is now. */
export const sayDone = async (
  account: Account,
  { json }: { json?: boolean | undefined },
  words: string,
): Promise<void> => {
  if (json) printJson(await showUser(account, account.userId))
  else print(words)
}
