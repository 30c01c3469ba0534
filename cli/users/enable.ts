import { enableUser } from '../../src/flows/administration/enable.ts'
import { withDatabase } from '../commands/with-database.ts'
import { oneArg } from './account-args.ts'
import { findUser } from './find-user.ts'

const usage = 'enable EMAIL|ID'

export const enable = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const { operand } = oneArg(usage, args, {})
    await withDatabase(async (db) => {
      if (!(await enableUser({ db }, await findUser(db, operand), { kind: 'operator' })))
        throw new Error(`${operand} is not blocked.`)
      process.stdout.write(`${operand} can sign in again.\n`)
    })
  },
}
