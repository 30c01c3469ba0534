import { endSessionsOf } from '../../src/flows/administration/end-sessions.ts'
import { withDatabase } from '../commands/with-database.ts'
import { oneArg, reasonIn } from './account-args.ts'
import { findUser } from './find-user.ts'

const usage = 'end-sessions EMAIL|ID --reason TEXT'

export const endSessions = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, { reason: { type: 'string' } })
    const act = { reason: reasonIn(usage, values.reason), actor: { kind: 'operator' } } as const
    await withDatabase(async (db) => {
      const count = await endSessionsOf({ db }, await findUser(db, operand), act)
      if (count === undefined) throw new Error(`There is no account ${operand}.`)
      process.stdout.write(`${count} ${count === 1 ? 'session' : 'sessions'} of ${operand} ended.\n`)
    })
  },
}
