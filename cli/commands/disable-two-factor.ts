import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import { findOwnerOf } from '../../src/accounts/users/queries/email-owners.ts'
import { removeLostFactor } from '../../src/flows/second-factor/disable.ts'
import type { Command } from './command.ts'
import { note, print } from './output.ts'
import { withDatabase } from './with-database.ts'

export const disableTwoFactor: Command = {
  usage: 'disable-two-factor EMAIL',
  about: 'The former name of users remove-second-factor, which asks for a reason.',
  most: 1,
  run: async ([email]) => {
    if (!email) throw new Error('Usage: sallyport disable-two-factor EMAIL')
    const canonical = canonicalEmail(email)?.canonical
    if (!canonical) throw new Error(`${email} is not an email address.`)
    note(
      'disable-two-factor is deprecated: use `sallyport users remove-second-factor`, which asks for a reason.',
    )
    await withDatabase(async (db) => {
      const account = await findOwnerOf(db, canonical)
      if (!account) throw new Error(`There is no account for ${email}.`)
      await db.transaction(async (runner) => {
        const told = { detail: { by: 'operator' }, actor: { kind: 'operator' } } as const
        // restores what it cancelled
        if (!(await removeLostFactor(runner, account.userId, told)))
          throw new Error(`Two-factor authentication is not on for ${email}.`)
      })
      print(`Two-factor authentication is off for ${email}, passkeys are removed, and sessions have ended.`)
    })
  },
}
