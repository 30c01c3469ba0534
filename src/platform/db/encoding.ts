import { type Db, onlyRow } from './db.ts'

// SQL_ASCII stores any bytes unchanged
const holdingAll = ['UTF8', 'SQL_ASCII']

/** Whether a database of that encoding holds the letters of every language. */
export const holdsAll = (encoding: string): boolean => holdingAll.includes(encoding)

export const encodingRemedy =
  "Restore a back-up into one that was created with encoding 'UTF8' and template template0: docs/guides/back-up.md."

/** @throws for one in which an address with other letters would be a 500 */
export const requireUnicode = async (db: Db): Promise<void> => {
  const { encoding } = await onlyRow(db, 'encoding')<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`
  if (!holdsAll(encoding))
    throw new Error(
      `The database's encoding is ${encoding}, which lacks letters of people's addresses and names. ${encodingRemedy}`,
    )
}
