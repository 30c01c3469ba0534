import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import { findOwnerOf } from '../../src/accounts/users/queries/email-owners.ts'
import type { Address } from '../../src/accounts/users/queries/emails.ts'
import { findAccount } from '../../src/accounts/users/queries/users.ts'
import { isId } from '../../src/platform/crypto/id.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { UsageError } from '../commands/command.ts'

/** The id of the account that an operator names by its address or its id. @throws if there is none */
export const findUser = async (db: Db, name: string): Promise<string> => {
  const userId = isId(name)
    ? (await findAccount(db, name))?.id
    : (await findOwnerOf(db, addressIn(name).canonical))?.userId
  if (userId === undefined) throw noAccount(name)
  return userId
}

export const noAccount = (name: string): Error => new Error(`There is no account ${name}.`)

/** @throws `UsageError` */
export const addressIn = (typed: string): Address => {
  const email = canonicalEmail(typed)
  if (!email) throw new UsageError(`${typed} is not an email address.`)
  return email
}
