import { forgetDevicesOf } from '../../src/flows/operators/parts/forget-devices.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { oneArg } from '../commands/args.ts'
import { noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users forget-devices EMAIL|ID --reason TEXT [--json]'

export const forgetDevices = {
  usage,
  about: 'Stop trusting all devices of somebody: they take the second step again.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, reasonOption)
    const reason = reasonIn(usage, values.reason)
    return withAccount(name, async (account) => {
      const count = await forgetDevicesOf(account, account.userId, { reason, actor })
      if (count === undefined) throw noAccount(name)
      await sayDone(
        account,
        values,
        `${numberOf(count, 'device')} of ${name} ${count === 1 ? 'is' : 'are'} trusted no longer.`,
      )
    })
  },
}
