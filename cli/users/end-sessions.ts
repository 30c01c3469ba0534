import { endSessionsOf } from '../../src/flows/operators/acts/end-sessions.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { oneArg } from '../commands/args.ts'
import { noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users end-sessions EMAIL|ID --reason TEXT [--json]'

export const endSessions = {
  usage,
  about: 'Sign somebody out everywhere.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, reasonOption)
    const reason = reasonIn(usage, values.reason)
    return withAccount(name, async (account) => {
      const count = await endSessionsOf(account, account.userId, { reason, actor })
      if (count === undefined) throw noAccount(name)
      await sayDone(account, values, `${numberOf(count, 'session')} of ${name} ended.`)
    })
  },
}
