import { disableUser } from '../../src/flows/administration/disable.ts'
import { futureInstant } from '../../src/flows/administration/future-instant.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { UsageError } from '../commands/command.ts'
import { withDatabase } from '../commands/with-database.ts'
import { oneArg, reasonIn } from './account-args.ts'
import { findUser } from './find-user.ts'

const usage = 'disable EMAIL|ID --reason TEXT [--until INSTANT]'
const options = { reason: { type: 'string' }, until: { type: 'string' } } as const

export const disable = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, options)
    const [reason, until] = [reasonIn(usage, values.reason), untilIn(values.until)]
    await withDatabase(async (db) => {
      const userId = await findUser(db, operand)
      const actor = { kind: 'operator' } as const
      if (!(await disableUser({ db }, userId, { reason, until, actor })))
        throw new Error(`There is no account ${operand}.`)
      const end = until ? ` until ${minuteOf(until)}` : ''
      process.stdout.write(`${operand} is blocked${end}, and all sessions have ended.\n`)
    })
  },
}

const untilIn = (text: string | undefined): Date | undefined => {
  if (text === undefined) return
  const until = futureInstant(text, Date.now())
  if (until) return until
  throw new UsageError('--until must be an instant in the future, such as 2030-01-31 or 2030-01-31T12:00Z.')
}
