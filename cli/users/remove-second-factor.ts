import { removeSecondFactorOf } from '../../src/flows/operators/acts/remove-second-factor.ts'
import { isRefusedAs } from '../../src/platform/errors.ts'
import { oneArg } from '../commands/args.ts'
import { noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users remove-second-factor EMAIL|ID --reason TEXT [--json]'

export const removeSecondFactor = {
  usage,
  about: 'Remove a second factor that its owner has lost, and every passkey. Sessions end.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, reasonOption)
    const reason = reasonIn(usage, values.reason)
    return withAccount(name, async (account) => {
      const isThere = await removeSecondFactorOf(account, account.userId, { reason, actor }).catch(
        (error) => {
          throw isRefusedAs(error, 'not_configured')
            ? new Error(`${name} has no second factor and no passkey.`)
            : error
        },
      )
      if (!isThere) throw noAccount(name)
      await sayDone(
        account,
        values,
        `The second factor and the passkeys of ${name} are removed, and all sessions have ended.`,
      )
    })
  },
}
