import { endSessionsOf } from '../../src/flows/administration/end-sessions.ts'
import { withDatabase } from '../commands/with-database.ts'
import { oneArg } from './account-args.ts'
import { findUser } from './find-user.ts'

const usage = 'end-sessions EMAIL|ID'

export const endSessions = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const { operand } = oneArg(usage, args, {})
    await withDatabase(async (db) => {
      const count = await endSessionsOf({ db }, await findUser(db, operand), { kind: 'operator' })
      if (count === undefined) throw new Error(`There is no account ${operand}.`)
      process.stdout.write(`${count} ${count === 1 ? 'session' : 'sessions'} of ${operand} ended.\n`)
    })
  },
}
