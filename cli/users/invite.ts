import { parseKeySettings } from '../../src/config/config.ts'
import { invite as inviteAccount } from '../../src/flows/registration/invite.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { type Language, languages } from '../../src/platform/languages.ts'
import { openKeys } from '../../src/prepare.ts'
import { oneArg } from '../commands/args.ts'
import { UsageError } from '../commands/command.ts'
import { print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'
import { addressIn } from './find-user.ts'
import { actor } from './with-account.ts'

const usage = 'users invite EMAIL [--language TAG] [--json]'

export const invite = {
  usage,
  about: 'Invite a person by email, whoever may register otherwise.',
  run: async (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, { language: { type: 'string' } })
    const [email, language] = [addressIn(name), languageIn(values.language)]
    const settings = parseKeySettings(process.env)
    await withDatabase(async (db) => {
      const { keys, sealedDb } = await openKeys(db, settings)
      const invitation = await inviteAccount({ db: sealedDb, keys, now: Date.now }, email, actor, {
        language,
      })
      if (!invitation)
        throw new Error(`${email.typed} already has an account, or belonged to one until recently.`)
      const { userId, expiresAt } = invitation
      if (values.json) printJson({ id: userId, email: email.typed, expiresAt })
      else print(`${email.typed} is invited until ${minuteOf(expiresAt)}. The service sends the email.`)
    })
  },
}

const languageIn = (tag: string | undefined): Language | null => {
  const language = languages.find((known) => known === tag)
  if (tag === undefined || language) return language ?? null
  throw new UsageError(`--language must be one of ${languages.join(', ')}.`)
}
