import { disableUser } from '../../src/flows/operators/acts/disable.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { futureInstant } from '../../src/platform/instants.ts'
import { oneArg } from '../commands/args.ts'
import { UsageError } from '../commands/command.ts'
import { noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users disable EMAIL|ID --reason TEXT [--until INSTANT] [--json]'
const options = { ...reasonOption, until: { type: 'string' } } as const

export const disable = {
  usage,
  about: 'Block an account, for good or until then. Its sessions end.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, options)
    const [reason, until] = [reasonIn(usage, values.reason), untilIn(values.until)]
    return withAccount(name, async (account) => {
      if (!(await disableUser(account, account.userId, { reason, until, actor }))) throw noAccount(name)
      const end = until ? ` until ${minuteOf(until)}` : ''
      await sayDone(account, values, `${name} is blocked${end}, and all sessions have ended.`)
    })
  },
}

const untilIn = (text: string | undefined): Date | undefined => {
  if (text === undefined) return
  const until = futureInstant(text, Date.now())
  if (until) return until
  throw new UsageError('--until must be an instant in the future, such as 2030-01-31 or 2030-01-31T12:00Z.')
}
