import { parseKeySettings } from '../../src/config/config.ts'
import { invite as inviteAccount } from '../../src/flows/registration/invite.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { openKeys } from '../../src/prepare.ts'
import { withDatabase } from '../commands/with-database.ts'
import { accountArgs } from './account-args.ts'

const usage = 'invite EMAIL [--json]'

export const invite = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const { email, isJson } = accountArgs(usage, args)
    const settings = parseKeySettings(process.env)
    await withDatabase(async (db) => {
      const { keys } = await openKeys(db, settings)
      const invitation = await inviteAccount({ db, keys, now: Date.now }, email, { kind: 'operator' })
      if (!invitation)
        throw new Error(`${email.typed} already has an account, or belonged to one until recently.`)
      const { userId, expiresAt } = invitation
      const lines = isJson
        ? JSON.stringify({ id: userId, email: email.typed, expiresAt })
        : `${email.typed} is invited until ${minuteOf(expiresAt)}. The service sends the email.`
      process.stdout.write(`${lines}\n`)
    })
  },
}
