import { enableUser } from '../../src/flows/operators/acts/enable.ts'
import { oneArg } from '../commands/args.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users enable EMAIL|ID [--json]'

export const enable = {
  usage,
  about: 'Unblock an account.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, {})
    return withAccount(name, async (account) => {
      if (!(await enableUser(account, account.userId, { actor }))) throw new Error(`${name} is not blocked.`)
      await sayDone(account, values, `${name} can sign in again.`)
    })
  },
}
