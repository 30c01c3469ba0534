import { parseSettings } from '../../src/config/config.ts'
import { deleteUserFor } from '../../src/flows/operators/acts/delete.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { newLog } from '../../src/platform/log.ts'
import { oneArg } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { actor, withAccount } from './with-account.ts'

const usage = 'users delete EMAIL|ID --reason TEXT [--now] [--json]'
const options = { ...reasonOption, now: { type: 'boolean' } } as const

export const deleteAccount = {
  usage,
  about: 'Delete an account, after the days of grace or now. Its sessions end.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, options)
    const act = { reason: reasonIn(usage, values.reason), actor, isNow: values.now ?? false }
    const config = parseSettings(process.env, ['ACCOUNT_DELETION_DAYS'])
    return withAccount(name, async ({ db, userId }) => {
      const deps = { db, config, log: newLog('error', process.stderr) }
      const deleted = await deleteUserFor(deps, userId, act)
      if (!deleted) throw noAccount(name)
      const { deletesAt = null } = deleted
      if (values.json) printJson({ deletesAt })
      else print(wordsOf(name, deletesAt))
    })
  },
}

const wordsOf = (name: string, deletesAt: Date | null) =>
  deletesAt
    ? `${name} will be deleted. Signing in keeps the account until ${minuteOf(deletesAt)}. All sessions have ended.`
    : `${name} is deleted, with everything held about its person.`
